import type { Engine } from '../../model/engine.js';
import { isOfPolicy } from '../../model/layer.js';
import { hookPrefix } from '../../model/mark.js';
import type { Rule } from '../../model/rule.js';
import type { Dag } from '../../model/workflow.js';
import { stepTypes } from '../../steps/index.js';
import { anchorNodeName, lastingName, nodesAbout, taskNodeName } from '../graph/nodes-about.js';
import type { Hook } from '../graph/slot.js';
import { distinctName, hookName } from '../rules/hook-name.js';
import { actionVariable, distinctVariable, outputVariable } from '../rules/result-variable.js';
import type { PlacedNode } from './place.js';
import type { Remarks } from './remarks.js';

/**
 * A name for each hook of a list. It depends on the rule and on what the hook is about alone; where that is also the name or
 * id of a node, or of another hook, each of the hooks has a hash of both added, so that no order plays a part.
 */
export function nameHooks(
  dag: Dag,
  list: readonly PlacedNode[],
  limits: Pick<Engine, 'maxNameBytes' | 'nameSigns' | 'foldsNames'>,
  remarks: Remarks,
): ReadonlyMap<Hook, string> {
  const taken: string[] = [];
  for (const { name, id } of dag.nodes) {
    taken.push(name);
    if (id !== undefined) taken.push(id);
  }
  const plain = (hook: Hook) => hookName(hook.rule, nodesAbout(hook, dag), limits);
  const distinct = (hook: Hook, name: string, round: number) =>
    distinctName(name, [...identity(hook, dag), ...(round === 0 ? [] : [String(round)])], limits.maxNameBytes);
  const hooks = hooksOf(list);
  const alike = new Map(
    dag.nodes.flatMap((node) => (node.name.startsWith(hookPrefix) && !node.isOwn ? [[node.name, node]] : [])),
  );
  for (const hook of alike.size === 0 ? [] : hooks) {
    const node = alike.get(plain(hook));
    if (node) remarks.calledLike(hook.rule, dag, node);
  }
  return uniqueNames(hooks, taken, plain, distinct, limits.foldsNames ? (name) => name.toLowerCase() : asWritten);
}

function asWritten(name: string): string {
  return name;
}

function hooksOf(list: readonly PlacedNode[]): readonly Hook[] {
  const hooks: Hook[] = [];
  for (const node of list) if (node.kind === 'hook') hooks.push(node.hook);
  return hooks;
}

function uniqueNames(
  hooks: readonly Hook[],
  taken: readonly string[],
  plain: (hook: Hook) => string,
  distinct: (hook: Hook, name: string, round: number) => string,
  fold: (name: string) => string,
): ReadonlyMap<Hook, string> {
  const names = new Map<Hook, string>();
  const isTaken = new Set(taken.map(fold));
  const used = new Set(isTaken);
  const own = used.size + hooks.length;
  for (const hook of hooks) {
    const name = plain(hook);
    names.set(hook, name);
    used.add(fold(name));
  }
  // Each hook has brought a name of its own.
  if (used.size === own) return names;
  const all = countNames(names, () => true, fold);
  // No rule below a policy changes the name of a hook there.
  const ofPolicies = countNames(names, isOfPolicy, fold);
  const isFree = (name: string, { rule }: Hook) =>
    !isTaken.has(fold(name)) && (isOfPolicy(rule) ? ofPolicies : all).get(fold(name))! <= 1;
  for (const [hook, name] of names) {
    if (isFree(name, hook)) continue;
    let round = 0;
    while (used.has(fold(distinct(hook, name, round)))) round += 1;
    used.add(fold(distinct(hook, name, round)));
    names.set(hook, distinct(hook, name, round));
  }
  return names;
}

function countNames(
  names: ReadonlyMap<Hook, string>,
  isCounted: (rule: Rule) => boolean,
  fold: (name: string) => string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [{ rule }, name] of names) {
    const folded = fold(name);
    if (isCounted(rule)) counts.set(folded, (counts.get(folded) ?? 0) + 1);
  }
  return counts;
}

function identity(hook: Hook, dag: Dag): readonly string[] {
  const at = 'node' in hook.slot ? [lastingName(dag.nodes[hook.slot.node]!)] : [];
  return [hook.rule.label, ...taskNodeName(hook, dag), hook.slot.kind, ...at];
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
  const asked: Hook[] = [];
  const offered: Hook[] = [];
  for (const hook of hooksOf(list)) {
    const { step } = hook.rule;
    if (!isAskedFor(hook.rule)) {
      if (hasBoundedResult(step.type)) offered.push(hook);
    } else if (step.output !== false) asked.push(hook);
  }
  // The results of policies come first, so that no project takes their place.
  offered.sort((a, b) => Number(isOfPolicy(b.rule)) - Number(isOfPolicy(a.rule)));
  const left = offered[maxOutputs];
  if (left && maxOutputs > 0) remarks.notCaptured(left.rule, dag);
  if (maxOutputs === 0)
    for (const { rule } of asked) if (rule.step.output !== undefined) remarks.capturesNothing(rule, dag);
  const captured = maxOutputs === 0 ? [] : [...asked, ...offered.slice(0, maxOutputs)];
  const named: Hook[] = [];
  const given = new Map<Hook, string>();
  for (const hook of captured) {
    const variable = variableGiven(hook);
    if (variable === undefined) named.push(hook);
    else given.set(hook, variable);
  }
  const plain = (hook: Hook) => {
    const [node] = taskNodeName(hook, dag);
    return outputVariable(node ?? hook.task?.name, hook.rule, anchorNodeName(hook, dag));
  };
  const distinct = (hook: Hook, name: string, round: number) =>
    distinctVariable(name, [...identity(hook, dag), ...(round === 0 ? [] : [String(round)])]);
  for (const [hook, variable] of uniqueNames(named, [], plain, distinct, asWritten)) given.set(hook, variable);
  return given;
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
