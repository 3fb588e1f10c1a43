/**
 * The number that a text is, if it is one: digits with an optional minus in front and an optional fraction, at most 15
 * characters, which a double holds exactly enough for every shell to agree.
 */
export function numberIn(text: string): number | undefined {
  return text.length <= longestNumber && /^-?[0-9]+(?:\.[0-9]+)?$/.test(text) ? Number(text) : undefined;
}

export const longestNumber = 15;
