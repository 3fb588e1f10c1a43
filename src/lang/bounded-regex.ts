/**
 * The native form of an expression that cannot keep the native engine busy: from the start of the text on, single signs of ASCII,
 * of which one may be repeated without end, and three may be missing. There each engine reads the same.
 * @returns `undefined` for any other, sound or not
 */
export function boundedRegex(source: string): RegExp | undefined {
  if (!bounded.test(source)) return undefined;
  const count = (sign: RegExp) => source.match(sign)?.length ?? 0;
  return count(/[*+]/g) > 1 || count(/\?/g) > 3 ? undefined : compiled(source);
}

/**
 * The same for a glob of names: a letter, a digit or `_` first, and one `*` among such signs, `-`, `?` and classes.
 * @returns `undefined` for any other
 */
export function boundedGlob(glob: string): RegExp | undefined {
  return oneStar.test(glob) ? compiled(`^${glob.replaceAll('?', '[^]').replace('*', '[^]*')}$`) : undefined;
}

function compiled(source: string): RegExp | undefined {
  try {
    return new RegExp(source);
  } catch {
    // A range from back to front.
    return undefined;
  }
}

/** In a class, `-` is between two of a kind. */
const signs = String.raw`\[(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|\w)+\]`;
const bounded = new RegExp(String.raw`^\^(?:(?:\w|\\d|${signs})[*+?]?)*\$?$`);
const oneStar = new RegExp(String.raw`^\w(?:[\w?-]|${signs}){0,100}\*(?:[\w?-]|${signs}){0,100}$`);
