export const tab = 0x09;
export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;
export const space = 0x20;
export const doubleQuote = 0x22;
export const hash = 0x23;
export const singleQuote = 0x27;
export const comma = 0x2c;
export const dash = 0x2d;
export const colon = 0x3a;
export const greater = 0x3e;
export const openBracket = 0x5b;
export const backslash = 0x5c;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const bar = 0x7c;
export const closeBrace = 0x7d;
export const byteOrderMark = 0xfeff;

/** A number for each UTF-16 unit, so that a look into the table never misses it. */
export function tableOf(ascii: (character: string, code: number) => number, others: number): Uint8Array {
  const table = new Uint8Array(0x10000).fill(others, 128);
  for (let code = 0; code < 128; code++) table[code] = ascii(String.fromCharCode(code), code);
  return table;
}
