import { backslash, carriageReturn, lineFeed, space } from './characters.js';
import { afterSpaces } from './cursor.js';

/**
 * How many characters an escape takes, from its backslash on, the break of a line excluded; -1 where it is not valid or
 * is read in two ways: an escaped blank at the end of a line, and blank lines behind an escaped break.
 */
export function escapeLength(text: string, at: number, end: number): number {
  if (at + 1 >= end) return -1;
  const code = text.charCodeAt(at + 1);
  if (code === lineFeed || code === carriageReturn) return isBeforeBlanks(text, at + 1, end) ? -1 : 1;
  if (code === space && isBeforeBlanks(text, at + 1, end)) return -1;
  if (code === backslash && isBeforeBlanks(text, at + 2, end)) return -1;
  const digits = digitsBehind(code);
  if (digits === 0) return named.has(code) ? 2 : -1;
  const from = at + 2;
  if (from + digits > end) return -1;
  let value = 0;
  for (let digit = from; digit < from + digits; digit++) {
    const number = hexDigit(text.charCodeAt(digit));
    if (number < 0) return -1;
    value = value * 16 + number;
  }
  return value <= 0x10ffff ? 2 + digits : -1;
}

/** A sound text with each escape replaced by what it means. */
export function resolveEscapes(line: string): string {
  let value = '';
  let from = 0;
  for (let at = line.indexOf('\\'); at >= 0; at = line.indexOf('\\', from)) {
    const code = line.charCodeAt(at + 1);
    const behind = at + 2 + digitsBehind(code);
    const hex = line.slice(at + 2, behind);
    value += line.slice(from, at) + (hex === '' ? named.get(code) : String.fromCodePoint(Number.parseInt(hex, 16)));
    from = behind;
  }
  return value + line.slice(from);
}

/** Are spaces up to a break here, or a break and behind it a blank line? */
function isBeforeBlanks(text: string, from: number, end: number): boolean {
  const at = afterSpaces(text, from, end);
  const next = afterBreakAt(text, at, end);
  if (next < 0) return false;
  return at > from || afterBreakAt(text, afterSpaces(text, next, end), end) >= 0;
}

function afterBreakAt(text: string, at: number, end: number): number {
  if (at >= end) return -1;
  const code = text.charCodeAt(at);
  if (code === lineFeed) return at + 1;
  return code === carriageReturn && text.charCodeAt(at + 1) === lineFeed ? at + 2 : -1;
}

function digitsBehind(code: number): number {
  if (code === 0x78) return 2;
  if (code === 0x75) return 4;
  return code === 0x55 ? 8 : 0;
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

const named: ReadonlyMap<number, string> = new Map(
  Object.entries({
    '0': '\0',
    a: '\x07',
    b: '\b',
    t: '\t',
    n: '\n',
    v: '\v',
    f: '\f',
    r: '\r',
    e: '\x1b',
    ' ': ' ',
    '"': '"',
    '/': '/',
    '\\': '\\',
    N: '\x85',
    _: '\xa0',
    L: '\u2028',
    P: '\u2029',
  }).map(([letter, character]) => [letter.charCodeAt(0), character]),
);
