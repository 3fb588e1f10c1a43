import type { Engine } from '../../model/engine.js';
import { isOfPolicy } from '../../model/layer.js';
import type { Rule } from '../../model/rule.js';
import type { Dag } from '../../model/workflow.js';
import { stepTypes } from '../../steps/index.js';
import { anchorNode, lastingName, nodesAbout, taskNode } from '../graph/nodes-about.js';
import type { Hook } from '../graph/slot.js';
import { actionVariable, distinctName, distinctVariable, hookName, outputVariable } from '../rules/name.js';
import type { PlacedNode } from './place.js';
import type { Remarks } from './remarks.js';

/**
 * A name for each hook of a list. It depends on the rule and on what the hook is about alone; where that is also the name or
 * id of a node, or of another hook, each of the hooks has a hash of both added, so that no order plays a part.
 */
export function nameHooks(
  dag: Dag,
  list: readonly PlacedNode[],
  limits: Pick<Engine, 'maxNameBytes' | 'nameSigns'>,
): ReadonlyMap<Hook, string> {
  const taken = new Set(dag.nodes.flatMap(({ name, id }) => (id === undefined ? [name] : [name, id])));
  const hooks = hooksOf(list);
  const plain = (hook: Hook) => hookName(hook.rule, nodesAbout(hook, dag), limits);
  const distinct = (hook: Hook, round: number) =>
    distinctName(plain(hook), [...identity(hook, dag), ...(round === 0 ? [] : [String(round)])], limits.maxNameBytes);
  return uniqueNames(hooks, taken, plain, distinct);
}

function hooksOf(list: readonly PlacedNode[]): readonly Hook[] {
  return list.flatMap((node) => (node.kind === 'hook' ? [node.hook] : []));
}

function uniqueNames(
  hooks: readonly Hook[],
  taken: ReadonlySet<string>,
  plain: (hook: Hook) => string,
  distinct: (hook: Hook, round: number) => string,
): ReadonlyMap<Hook, string> {
  const countOf = (counted: readonly Hook[]) => {
    const counts = new Map<string, number>();
    for (const hook of counted) counts.set(plain(hook), (counts.get(plain(hook)) ?? 0) + 1);
    return counts;
  };
  const all = countOf(hooks);
  // No rule below a policy changes the name of a hook there.
  const ofPolicies = countOf(hooks.filter(({ rule }) => isOfPolicy(rule)));
  const isFree = (name: string, { rule }: Hook) =>
    !taken.has(name) && ((isOfPolicy(rule) ? ofPolicies : all).get(name) ?? 0) <= 1;
  const used = new Set(taken);
  const names = new Map<Hook, string>();
  for (const hook of hooks) {
    names.set(hook, plain(hook));
    used.add(plain(hook));
  }
  for (const [hook, name] of names) {
    if (isFree(name, hook)) continue;
    let round = 0;
    while (used.has(distinct(hook, round))) round += 1;
    used.add(distinct(hook, round));
    names.set(hook, distinct(hook, round));
  }
  return names;
}

function identity(hook: Hook, dag: Dag): readonly string[] {
  const at = 'node' in hook.slot ? [lastingName(dag.nodes[hook.slot.node]!)] : [];
  return [hook.rule.label, ...taskNode(hook, dag), hook.slot.kind, ...at];
}

/**
 * The variables that capture what the hooks of a DAG print. Of the results that nobody asked for by name only so many are
 * captured: an engine hands all of them to every later step, and a process takes only so much.
 */
export function nameOutputs(
  dag: Dag,
  list: readonly PlacedNode[],
  { maxOutputs }: Engine,
  remarks: Remarks,
): ReadonlyMap<Hook, string> {
  const hooks = hooksOf(list);
  const asked = hooks.filter(({ rule }) => rule.step.output !== false && isAskedFor(rule));
  // The results of policies come first, so that no project takes their place.
  const offered = hooks
    .filter(({ rule }) => !isAskedFor(rule) && hasBoundedResult(rule.step.type))
    .sort((a, b) => Number(isOfPolicy(b.rule)) - Number(isOfPolicy(a.rule)));
  const left = offered[maxOutputs];
  if (left && maxOutputs > 0) remarks.notCaptured(left.rule, dag);
  if (maxOutputs === 0)
    for (const { rule } of asked) if (rule.step.output !== undefined) remarks.capturesNothing(rule, dag);
  const captured = maxOutputs === 0 ? [] : [...asked, ...offered.slice(0, maxOutputs)];
  const given = new Map(captured.map((hook) => [hook, variableGiven(hook)]));
  const named = captured.filter((hook) => given.get(hook) === undefined);
  const plain = (hook: Hook) => {
    const [node] = taskNode(hook, dag);
    return outputVariable(node ?? hook.task?.name, hook.rule, anchorNode(hook, dag));
  };
  const distinct = (hook: Hook, round: number) =>
    distinctVariable(plain(hook), [...identity(hook, dag), ...(round === 0 ? [] : [String(round)])]);
  const own = uniqueNames(named, new Set(), plain, distinct);
  return new Map(captured.map((hook) => [hook, given.get(hook) ?? own.get(hook)!]));
}

/** A variable that others know the hook's output by. */
function variableGiven({ rule, task }: Hook): string | undefined {
  const { output } = rule.step;
  if (typeof output === 'string') return output;
  // Others of the same DAG give the same, and each is asked for by actions of its own list only.
  if (rule.action?.watched.output) return actionVariable(task?.name, rule);
  return ownVariable(rule);
}

/** By its output, or because others wait for what it gets. */
function isAskedFor(rule: Rule): boolean {
  return rule.step.output !== undefined || ownVariable(rule) !== undefined;
}

function ownVariable({ step, await: awaited }: Rule): string | undefined {
  return awaited ? stepTypes.get(step.type)?.outputName?.(step.config) : undefined;
}

function hasBoundedResult(type: string): boolean {
  return stepTypes.get(type)?.boundedResult === true;
}
