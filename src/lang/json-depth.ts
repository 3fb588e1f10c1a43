/**
 * Does a JSON value nest deeper than what can be handed on? Found without recursion: JSON is parsed however deep it nests, but most of
 * what walks through it afterwards, writing it again included, takes a stack.
 */
export function nestsTooDeep(value: unknown): boolean {
  let level = [value].filter(isNested);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > deepestNesting) return true;
    level = level.flatMap((one) => Object.values(one).filter(isNested));
  }
  return false;
}

/** More than what anybody writes, and far less than what a stack holds. */
export const deepestNesting = 1000;

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
