/**
 * The native form of an expression that cannot keep the native engine busy: from the start of the text on, single signs of ASCII,
 * of which one may be repeated without end, and three may be missing. There each engine reads the same.
 * @returns `undefined` for any other, sound or not
 */
export function boundedRegex(source: string): RegExp | undefined {
  if (!bounded.test(source)) return undefined;
  const count = (sign: RegExp) => source.match(sign)?.length ?? 0;
  if (count(/[*+]/g) > 1 || count(/\?/g) > 3) return undefined;
  try {
    return new RegExp(source);
  } catch {
    // A range from back to front.
    return undefined;
  }
}

/** A letter, a digit, `_` or a class of these, each with `*`, `+`, `?` or nothing behind it. In a class `-` is between two of a kind. */
const bounded = /^\^(?:(?:\w|\\d|\[(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|\w)+\])[*+?]?)*\$?$/;
