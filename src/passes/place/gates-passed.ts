import type { DagPlan, GatesPassed } from '../../model/plan.js';
import type { Dag } from '../../model/workflow.js';
import type { PlannedListNode } from './planned-list.js';

interface Planned {
  readonly plan: DagPlan;
  readonly list: readonly PlannedListNode[];
}

/**
 * The same plan, where a node that would pass a gate by waits for that as well, or else the first hooks right before it do. What a gate
 * is behind by way of hooks alone need not be asked for again.
 */
export function holdingUp(dag: Dag, { plan, list }: Planned, gatesPassed: GatesPassed | undefined): Planned {
  const passed = gatesPassed?.(plan) ?? new Map<number, readonly string[]>();
  if (passed.size === 0) return { plan, list };
  const positions = new Map(plan.nodes.flatMap((node, at) => (node.kind === 'injected' ? [[node.name, at]] : [])));
  const hooksBefore = hooksBeforeNodes(list);
  const asked = new Map<number, readonly number[]>();
  list.forEach(({ base }, position) => {
    const gates = passed.get(base ?? -1)?.map((name) => positions.get(name)!);
    if (!gates) return;
    const before = hooksBefore.get(base!) ?? [];
    for (const at of [...before, position])
      if (!list[at]!.needs?.some((need) => before.includes(need))) asked.set(at, gates);
  });
  // Those of hooks before others that pass gates by count as well.
  const behind = behindHooks(list, asked);
  const needs = new Map(
    [...asked].map(([at, gates]) => {
      const covered = new Set(gates.flatMap((gate) => [...behind(gate)]));
      const isOfTask = (need: number) => !list[at]!.hook && !list[need]!.hook;
      const own = (list[at]!.needs ?? []).filter((need) => !covered.has(need) || isOfTask(need));
      return [at, [...own, ...gates.filter((gate) => !covered.has(gate))]];
    }),
  );
  const nameOf = (at: number) => {
    const node = plan.nodes[at]!;
    return node.kind === 'injected' ? node.name : dag.nodes[node.node]!.name;
  };
  return {
    plan: {
      ...plan,
      nodes: plan.nodes.map((node, at) => (needs.has(at) ? { ...node, needs: needs.get(at)!.map(nameOf) } : node)),
    },
    list: list.map((node, at) => (needs.has(at) ? { ...node, needs: needs.get(at) } : node)),
  };
}

function hooksBeforeNodes(list: readonly PlannedListNode[]): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  list.forEach(({ hook }, at) => {
    if (hook?.slot.kind !== 'before') return;
    const known = found.get(hook.slot.node);
    if (known) known.push(at);
    else found.set(hook.slot.node, [at]);
  });
  return found;
}

/** What a hook waits for, and what hooks wait for that it waits for. */
function behindHooks(
  list: readonly PlannedListNode[],
  asked: ReadonlyMap<number, readonly number[]>,
): (hook: number) => ReadonlySet<number> {
  const known = new Map<number, ReadonlySet<number>>();
  const needsOf = (at: number) => [...(list[at]!.needs ?? []), ...(asked.get(at) ?? [])];
  return (hook) => {
    const remembered = known.get(hook);
    if (remembered) return remembered;
    const found = new Set(needsOf(hook));
    for (const at of found) if (list[at]!.hook) for (const need of needsOf(at)) found.add(need);
    known.set(hook, found);
    return found;
  };
}
