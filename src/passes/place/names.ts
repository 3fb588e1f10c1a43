import type { Engine } from '../../model/engine.js';
import type { Rule } from '../../model/rule.js';
import type { Dag } from '../../model/workflow.js';
import { stepTypes } from '../../steps/index.js';
import type { Hook } from '../graph/slot.js';
import { actionVariable, hookName, nameGiver, outputVariable } from '../rules/name.js';
import type { PlacedNode } from './place.js';
import type { Remarks } from './remarks.js';

/** A name for each hook of a list, in the order of the list; none is taken by a node, as a name or as an id. */
export function nameHooks(
  dag: Dag,
  list: readonly PlacedNode[],
  maxNameBytes: number,
  remarks: Remarks,
): ReadonlyMap<Hook, string> {
  const taken = new Set(dag.nodes.flatMap(({ name, id }) => (id === undefined ? [name] : [name, id])));
  const giveName = nameGiver(taken, maxNameBytes);
  const names = new Map<Hook, string>();
  for (const node of list) {
    if (node.kind === 'base') continue;
    const { rule } = node.hook;
    const { name, first } = giveName(hookName(rule));
    // Actions have no names of their own, so that numbers are all that tells them apart.
    if (name !== first && !rule.action) remarks.renamed(rule, first, name, dag);
    names.set(node.hook, name);
  }
  return names;
}

/**
 * The variables that capture what the hooks of a DAG print. A result that nobody asked for by name is captured only as long
 * as there are few: an engine hands all of them to every later step, and a process takes only so much.
 */
export function nameOutputs(
  dag: Dag,
  names: ReadonlyMap<Hook, string>,
  { maxOutputs }: Engine,
  remarks: Remarks,
): ReadonlyMap<Hook, string> {
  const asked = [...names].filter(([{ rule }]) => rule.step.output !== false && isAskedFor(rule));
  const offered = [...names].filter(([{ rule }]) => !isAskedFor(rule) && hasBoundedResult(rule.step.type));
  const tooMany = offered.length > maxOutputs;
  if (tooMany && maxOutputs > 0) remarks.notCaptured(offered[0]![0].rule, dag);
  const captured = maxOutputs === 0 ? [] : tooMany ? asked : [...asked, ...offered];
  return new Map(
    captured.map(([hook, name]) => {
      const { output } = hook.rule.step;
      if (typeof output === 'string') return [hook, output];
      // Others of the same DAG give the same, and each is asked for by actions of its own list only.
      if (hook.rule.action?.watched.output) return [hook, actionVariable(hook.task?.name, hook.rule)];
      return [hook, ownName(hook.rule) ?? outputVariable(hook.task?.name, name)];
    }),
  );
}

/** By its output, or because others wait for what it gets. */
function isAskedFor(rule: Rule): boolean {
  return rule.step.output !== undefined || ownName(rule) !== undefined;
}

function ownName({ step, await: awaited }: Rule): string | undefined {
  return awaited ? stepTypes.get(step.type)?.outputName?.(step.config) : undefined;
}

function hasBoundedResult(type: string): boolean {
  return stepTypes.get(type)?.boundedResult === true;
}
