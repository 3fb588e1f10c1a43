import { isOfTaskEnd } from '../../model/rule.js';
import { type Hook, slotKey } from '../graph/slot.js';

/** Hooks of one slot that run side by side; the rows of a slot run one after another. */
export interface HookRow {
  readonly group: string | undefined;
  readonly hooks: readonly Hook[];
}

/** The hooks of one DAG by their slots, in the order in which they run. */
export interface SlotRows {
  readonly entry: readonly HookRow[];
  readonly middle: readonly HookRow[];
  readonly exit: readonly HookRow[];
  /** By node. */
  readonly before: ReadonlyMap<number, readonly HookRow[]>;
  readonly after: ReadonlyMap<number, readonly HookRow[]>;
}

export function rowsBySlot(hooks: readonly Hook[]): SlotRows {
  const slots = new Map<string, Hook[]>();
  for (const hook of endsLast(hooks)) {
    if (hook.beside) continue;
    const list = slots.get(slotKey(hook.slot));
    if (list) list.push(hook);
    else slots.set(slotKey(hook.slot), [hook]);
  }
  // One that is beside another can only be placed once that one is, which may itself be beside a third.
  const distances = new Map<Hook, number>();
  const beside = hooks.flatMap((hook) => (hook.beside ? { hook, distance: distanceOf(hook, distances) } : []));
  if (beside.length > 1) beside.sort((a, b) => a.distance - b.distance);
  for (const { hook } of beside) {
    const list = slots.get(slotKey(hook.slot))!;
    list.splice(placeBeside(list, hook), 0, hook);
  }
  const rows = {
    entry: [] as readonly HookRow[],
    middle: [] as readonly HookRow[],
    exit: [] as readonly HookRow[],
    before: new Map<number, readonly HookRow[]>(),
    after: new Map<number, readonly HookRow[]>(),
  };
  for (const list of slots.values()) {
    const { slot } = list[0]!;
    if ('node' in slot) rows[slot.kind].set(slot.node, rowsOf(list));
    else rows[slot.kind] = rowsOf(list);
  }
  return rows;
}

/** What runs although a task failed is behind all of it, and what is of the task need not wait for it. */
function endsLast(hooks: readonly Hook[]): readonly Hook[] {
  const ends = hooks.filter(({ rule }) => isOfTaskEnd(rule));
  return ends.length === 0 ? hooks : [...hooks.filter(({ rule }) => !isOfTaskEnd(rule)), ...ends];
}

/**
 * How many hooks are between it and one that has a place of its own.
 * @param known those that were asked about, with all on their ways
 */
function distanceOf(hook: Hook, known: Map<Hook, number>): number {
  const way: Hook[] = [];
  let last = hook;
  for (; last.beside && !known.has(last); last = last.beside.hook) way.push(last);
  let distance = known.get(last) ?? 0;
  for (const one of way.reverse()) {
    distance += 1;
    known.set(one, distance);
  }
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

function rowsOf(hooks: readonly Hook[]): readonly HookRow[] {
  const rows: { group: string | undefined; hooks: Hook[] }[] = [];
  for (const hook of hooks) {
    const group = hook.rule.parallel;
    // Nobody waits for what is in between and is not awaited, so it does not part a group.
    const open =
      group === undefined
        ? undefined
        : rows.findLast((row) => row.group === group || row.hooks.some((other) => other.rule.await));
    if (open && open.group === group) open.hooks.push(hook);
    else rows.push({ group, hooks: [hook] });
  }
  return rows;
}
