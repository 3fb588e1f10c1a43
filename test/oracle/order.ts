import { type Closure, closureOf } from './closure.js';
import type { OracleDocument, Version } from './documents.js';
import { graphOf, typeOf } from './graph.js';
import { commandOf, type FoundHook, isHook } from './hooks.js';
import { type Demand, endOfWorkspace } from './placement.js';

/** Breaches of order in one document: V1, V3 to V6 and the places of the hooks. `pairs` says which hook answers which demand. */
export function checkOrder(
  base: OracleDocument,
  made: OracleDocument,
  pairs: readonly { readonly demand: Demand; readonly hook: FoundHook }[],
  version: Version,
): readonly string[] {
  const before = graphOf(base, version);
  const after = graphOf(made, version);
  const problems = after.dangling
    .filter((name) => !before.dangling.includes(name))
    .map((name) => `V1: nothing is called ${JSON.stringify(name)}`);
  const baseOrder = closureOf(before.needs);
  if (baseOrder.cyclic !== undefined) return [...problems, 'the input is cyclic'];
  const order = closureOf(after.needs);
  if (order.cyclic !== undefined) return [...problems, `V1: a cycle through ${made.steps[order.cyclic]?.name}`];
  const moved = [...made.steps.keys()].filter((index) => !isHook(made.steps[index]!));
  const name = (index: number) => JSON.stringify(base.steps[index]?.name);

  const allowed = closureOf(withRoots(before.needs, pairs));
  for (let a = 0; a < moved.length; a += 1) {
    for (let b = 0; b < moved.length; b += 1) {
      const now = order.before(moved[a]!, moved[b]!);
      if (baseOrder.before(a, b) && !now) problems.push(`V3: ${name(a)} no longer comes before ${name(b)}`);
      if (now && !allowed.before(a, b)) problems.push(`V4: ${name(a)} comes before ${name(b)}, which nobody asked for`);
    }
  }
  for (const { demand, hook } of pairs) {
    const self = `${hook.name} (${demand.point})`;
    for (const one of demand.after) {
      if (!order.before(moved[one]!, hook.step)) problems.push(`place: ${self} does not come after ${name(one)}`);
    }
    if (demand.rule.await === false) {
      const detached = /&\s*\)?\s*$/.test(commandOf(made.steps[hook.step]!.fields, version));
      if (after.followers[hook.step]!.size > 0 && !detached) problems.push(`V6: something waits for ${self}`);
      continue;
    }
    for (const one of demand.before) {
      if (!order.before(hook.step, moved[one]!)) problems.push(`V5: ${name(one)} does not wait for ${self}`);
    }
  }
  return [...problems, ...checkSequence(pairs, order, typeOf(made, version) === 'chain')];
}

/** What the hooks in the middle may add: all that such a hook waits for comes before all that waits for it. */
function withRoots(
  needs: readonly ReadonlySet<number>[],
  pairs: readonly { readonly demand: Demand }[],
): readonly ReadonlySet<number>[] {
  const more = needs.map((set) => new Set(set));
  for (const { demand } of pairs) {
    if ((demand.point !== 'post_roots' && demand.place !== endOfWorkspace) || demand.rule.await === false) continue;
    for (const late of demand.before) for (const early of demand.after) more[late]!.add(early);
  }
  return more;
}

/**
 * Awaited hooks at one place run in their order. Those of one parallel group that no other hook is between are side by
 * side, except in a chain.
 */
function checkSequence(
  pairs: readonly { readonly demand: Demand; readonly hook: FoundHook }[],
  order: Closure,
  chained: boolean,
): readonly string[] {
  const problems: string[] = [];
  for (const line of linesOf(pairs)) {
    line.forEach((one, index) => {
      for (const other of line.slice(index + 1)) {
        const between = line.slice(index + 1, line.indexOf(other));
        const group = one.demand.rule.parallel;
        const twins = group !== undefined && [other, ...between].every(({ demand }) => demand.rule.parallel === group);
        const follows = order.before(one.hook.step, other.hook.step);
        if (twins && follows && !chained) problems.push(`order: ${other.hook.name} waits for its twin`);
        if (!twins && !follows) problems.push(`order: ${one.hook.name} does not come before ${other.hook.name}`);
      }
    });
  }
  return problems;
}

/** The awaited hooks of each place, in the order of their rules. */
function linesOf<Pair extends { readonly demand: Demand }>(pairs: readonly Pair[]): readonly (readonly Pair[])[] {
  const lines = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const { place, point, task, rule } = pair.demand;
    if (rule.await === false) continue;
    const key = JSON.stringify([place, point, task]);
    lines.set(key, [...(lines.get(key) ?? []), pair]);
  }
  return [...lines.values()].map((line) => line.sort((a, b) => inOrder(a.demand, b.demand)));
}

function inOrder(a: Demand, b: Demand): number {
  return (a.rule.order ?? 0) - (b.rule.order ?? 0) || a.position - b.position;
}
