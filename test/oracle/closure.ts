/** All pairs "a comes before b" of a graph, by full transitive closure; for small graphs. */
export interface Closure {
  before(a: number, b: number): boolean;
  /** A step on a cycle, or `undefined`. */
  readonly cyclic: number | undefined;
}

export function closureOf(needs: readonly ReadonlySet<number>[]): Closure {
  const words = (needs.length + 31) >>> 5;
  const ancestors = needs.map(() => new Int32Array(words));
  const waiting = needs.map((set) => set.size);
  const followers = needs.map(() => [] as number[]);
  needs.forEach((set, index) => {
    for (const need of set) followers[need]?.push(index);
  });
  const ready = [...needs.keys()].filter((index) => waiting[index] === 0);
  let done = 0;
  for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
    done += 1;
    for (const follower of followers[next] ?? []) {
      join(ancestors[follower]!, ancestors[next]!, next);
      waiting[follower] = waiting[follower]! - 1;
      if (waiting[follower] === 0) ready.push(follower);
    }
  }
  return {
    before: (a, b) => ((ancestors[b]![a >>> 5]! >>> (a & 31)) & 1) === 1,
    cyclic: done === needs.length ? undefined : waiting.findIndex((count) => count > 0),
  };
}

function join(into: Int32Array, from: Int32Array, self: number): void {
  for (let word = 0; word < into.length; word += 1) into[word]! |= from[word]!;
  into[self >>> 5]! |= 1 << (self & 31);
}
