/** Edges from what runs first to what runs later, by index. */
export interface Arrow {
  readonly from: number;
  readonly to: number;
}

/** Every node behind what it waits for, and what belongs together close together: each way is followed to its end first. */
export function drawnOrder(count: number, arrows: readonly Arrow[]): readonly number[] {
  const waiting = new Int32Array(count);
  const next: number[][] = Array.from({ length: count }, () => []);
  for (const { from, to } of arrows) {
    next[from]!.push(to);
    waiting[to]! += 1;
  }
  const ready: number[] = [];
  for (let node = count - 1; node >= 0; node--) if (waiting[node] === 0) ready.push(node);
  const order: number[] = [];
  for (let node = ready.pop(); node !== undefined; node = ready.pop()) {
    order.push(node);
    for (const one of next[node]!.sort((a, b) => b - a)) {
      waiting[one]! -= 1;
      if (waiting[one] === 0) ready.push(one);
    }
  }
  return order;
}
