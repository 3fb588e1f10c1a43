/**
 * A way from something that a gate stands behind to something that should wait for the gate, without the gate.
 * @param gate `undefined` where it is missing
 * @param anchors what the gate waits for
 * @returns nodes from the anchor on, or `undefined` where there is no such way
 */
export function pathRound(
  predecessors: readonly (readonly number[])[],
  to: number,
  gate: number | undefined,
  anchors: readonly number[],
): readonly number[] | undefined {
  const ends = new Set(anchors);
  const next = new Map<number, number>();
  const open = [to];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const need of predecessors[node]!) {
      if (need === gate || need === to || next.has(need)) continue;
      next.set(need, node);
      if (ends.has(need)) return pathFrom(need, to, next);
      open.push(need);
    }
  }
  return undefined;
}

function pathFrom(start: number, to: number, next: ReadonlyMap<number, number>): readonly number[] {
  const path = [start];
  for (let node = start; node !== to; ) {
    node = next.get(node)!;
    path.push(node);
  }
  return path;
}
