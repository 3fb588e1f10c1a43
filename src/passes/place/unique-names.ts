import { isOfPolicy } from '../../model/layer.js';
import type { Rule } from '../../model/rule.js';
import type { Dag } from '../../model/workflow.js';
import { lastingName, taskNodeName } from '../graph/nodes-about.js';
import type { Hook } from '../graph/slot.js';
import type { PlacedNode } from './place.js';

/**
 * Gives each hook its plain name, or a distinct one where something else has that.
 * @param taken names that are there already
 * @param distinct makes the name of a hook another one in each round
 * @param fold makes names equal that the engine takes for the same
 */
export function uniqueNames(
  hooks: readonly Hook[],
  taken: readonly string[],
  plain: (hook: Hook) => string,
  distinct: (hook: Hook, name: string, round: number) => string,
  fold: (name: string) => string = asWritten,
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

function asWritten(name: string): string {
  return name;
}

/** What a hook is, whatever else is in the list: what distinct names are made of. */
export function identityOf(hook: Hook, dag: Dag): readonly string[] {
  const at = 'node' in hook.slot ? [lastingName(dag.nodes[hook.slot.node]!)] : [];
  return [hook.rule.label, ...taskNodeName(hook, dag), hook.slot.kind, ...at];
}

export function hooksOf(list: readonly PlacedNode[]): readonly Hook[] {
  const hooks: Hook[] = [];
  for (const node of list) if (node.kind === 'hook') hooks.push(node.hook);
  return hooks;
}
