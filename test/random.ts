/** Numbers that are the same for the same seed. */
export interface Random {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  chance(part: number): boolean;
}

/** mulberry32 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
  return { below, pick: (list) => list[below(list.length)]!, chance: (part) => below(1_000_000) < part * 1_000_000 };
}

/** A seed for one of many cases, so that each can be made without those before it. */
export function seedOfCase(seed: number, number: number): number {
  return Math.imul((seed >>> 0) ^ Math.imul(number + 1, 0x9e3779b1), 0x85ebca6b) >>> 0;
}
