import { type Hook, slotKey } from '../graph/slot.js';

/** Hooks of one slot that are side by side. */
export interface Stage {
  readonly group: string | undefined;
  readonly hooks: readonly Hook[];
}

/** The hooks of each slot of one DAG in the order in which they run. */
export function stagesBySlot(hooks: readonly Hook[]): ReadonlyMap<string, readonly Stage[]> {
  const slots = new Map<string, Hook[]>();
  for (const hook of hooks) {
    if (hook.beside) continue;
    const list = slots.get(slotKey(hook.slot)) ?? [];
    list.push(hook);
    slots.set(slotKey(hook.slot), list);
  }
  // One that is beside another can only be placed once that one is, which may itself are beside a third.
  const beside = hooks.filter((hook) => hook.beside).map((hook) => ({ hook, distance: distanceOf(hook) }));
  for (const { hook } of beside.sort((a, b) => a.distance - b.distance)) {
    const list = slots.get(slotKey(hook.slot))!;
    list.splice(placeBeside(list, hook), 0, hook);
  }
  return new Map([...slots].map(([key, list]) => [key, stagesOf(list)]));
}

/** How many hooks are between it and one that has a place of its own. */
function distanceOf(hook: Hook): number {
  let distance = 0;
  for (let next = hook.beside; next; next = next.hook.beside) distance += 1;
  return distance;
}

function placeBeside(list: readonly Hook[], hook: Hook): number {
  const { side, hook: neighbour } = hook.beside!;
  const at = list.indexOf(neighbour);
  if (side === 'before') return at;
  // Behind those that already are after the same neighbour, so that `order` counts among them.
  let end = at + 1;
  while (end < list.length && list[end]!.beside?.hook === neighbour && list[end]!.beside?.side === 'after') end += 1;
  return end;
}

function stagesOf(hooks: readonly Hook[]): readonly Stage[] {
  const stages: { group: string | undefined; hooks: Hook[] }[] = [];
  for (const hook of hooks) {
    const group = hook.rule.parallel;
    // Nobody waits for what is in between and is not awaited, so it does not part a group.
    const open = stages.findLast((stage) => stage.group === group || stage.hooks.some((other) => other.rule.await));
    if (open && group !== undefined && open.group === group) open.hooks.push(hook);
    else stages.push({ group, hooks: [hook] });
  }
  return stages;
}
