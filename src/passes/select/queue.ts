/** Numbers of which the smallest is taken first: a heap. */
export interface Queue {
  add(number: number): void;
  take(): number | undefined;
}

/** @param sorted numbers in ascending order */
export function createQueue(sorted: Iterable<number>): Queue {
  const heap = [...sorted];
  return {
    add(number) {
      let at = heap.length;
      for (let up = (at - 1) >> 1; at > 0 && heap[up]! > number; up = (at - 1) >> 1) {
        heap[at] = heap[up]!;
        at = up;
      }
      heap[at] = number;
    },
    take() {
      const first = heap[0];
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return first;
      let at = 0;
      for (let down = 1; down < heap.length; down = 2 * at + 1) {
        if (down + 1 < heap.length && heap[down + 1]! < heap[down]!) down += 1;
        if (heap[down]! >= last) break;
        heap[at] = heap[down]!;
        at = down;
      }
      heap[at] = last;
      return first;
    },
  };
}
