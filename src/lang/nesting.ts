/**
 * Does a JSON value nest deeper than so many levels? Found without recursion: JSON is parsed however deep it nests, but most of what
 * walks through it afterwards, writing it again included, takes a stack.
 */
export function nestsDeeperThan(most: number, value: unknown): boolean {
  let level = [value].filter(isNested);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > most) return true;
    level = level.flatMap((one) => Object.values(one).filter(isNested));
  }
  return false;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** More than what anybody writes, and far less than what a stack holds. */
export const deepestJson = 1000;
