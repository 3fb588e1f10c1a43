/** Resolves the escapes of a double-quoted text on one line; `undefined` where one is not valid. */
export function resolveEscapes(raw: string): string | undefined {
  let value = '';
  let from = 0;
  for (let at = raw.indexOf('\\'); at >= 0; at = raw.indexOf('\\', from)) {
    const letter = raw[at + 1]!;
    const digits = hexDigits.get(letter) ?? 0;
    const character = digits > 0 ? fromHex(raw.slice(at + 2, at + 2 + digits), digits) : named.get(letter);
    if (character === undefined) return undefined;
    value += raw.slice(from, at) + character;
    from = at + 2 + digits;
  }
  return value + raw.slice(from);
}

const hexDigits: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

const named: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\x1b'],
  [' ', ' '],
  ['"', '"'],
  ['/', '/'],
  ['\\', '\\'],
  ['N', '\x85'],
  ['_', '\xa0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
]);

function fromHex(hex: string, digits: number): string | undefined {
  if (hex.length !== digits || !/^[\da-fA-F]+$/.test(hex)) return undefined;
  const code = Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
