import type { YamlScalar } from '../yaml-node.js';
import { type Cursor, carriageReturn, colon, giveUp, isBreakOrEnd, lineFeed, space, tab } from './cursor.js';

const backslash = 0x5c;
const single = 0x27;

/**
 * A quoted scalar. Engines go on with it on any line, however that is indented.
 * @param column where what is around it is: of a line that is not deeper, one that looks like an entry is not taken for text
 */
export function scanQuoted(cursor: Cursor, column: number): YamlScalar {
  const { text, end } = cursor;
  const start = cursor.at;
  const quote = text.charCodeAt(start);
  let escapes = false;
  let lines = 1;
  let at = start + 1;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      if (quote !== single || text.charCodeAt(at + 1) !== single) break;
      escapes = true;
      at++;
    } else if (code === backslash && quote !== single) {
      escapes = true;
      if (text.charCodeAt(at + 1) >= space) at++;
    } else if (code === lineFeed) {
      lines++;
      if (!goesOn(cursor, at + 1, column)) break;
    } else if (code < space && code !== tab && !(code === carriageReturn && text.charCodeAt(at + 1) === lineFeed))
      break;
  }
  const closed = at < end && text.charCodeAt(at) === quote;
  const value = closed ? textBetween(text.slice(start + 1, at), quote, escapes, lines) : undefined;
  if (value === undefined) giveUp(cursor);
  else cursor.at = at + 1;
  const style = quote === single ? 'single' : 'double';
  return { kind: 'scalar', start, end: at + 1, anchor: undefined, style, value: value ?? '', type: 'string' };
}

/** A quoted key on one line with a colon behind it; `undefined` and nothing moved without one. */
export function scanQuotedKey(cursor: Cursor): YamlScalar | undefined {
  const { text } = cursor;
  const start = cursor.at;
  const quote = text.charCodeAt(start);
  let at = start + 1;
  for (; at < start + 1000; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) break;
    if (code === backslash || !(code >= space)) return undefined;
  }
  if (text.charCodeAt(at) !== quote || text.charCodeAt(at + 1) !== colon) return undefined;
  if (text.charCodeAt(at + 2) !== space && !isBreakOrEnd(cursor, at + 2)) return undefined;
  cursor.at = at + 2;
  const style = quote === single ? 'single' : 'double';
  const value = text.slice(start + 1, at);
  return { kind: 'scalar', start, end: at + 1, anchor: undefined, style, value, type: 'string' };
}

/** Most quotes that reach over the next entry were forgotten to be closed. */
function goesOn({ text, end }: Cursor, line: number, column: number): boolean {
  let at = line;
  while (text.charCodeAt(at) === space) at++;
  if (at >= end) return false;
  if (at - line > column) return true;
  entry.lastIndex = at;
  return !entry.test(text);
}

const entry = /(?:-|[\w.$/-]{1,100} *:)(?=[ \r\n])/y;

function textBetween(raw: string, quote: number, escapes: boolean, lines: number): string | undefined {
  if (lines === 1) return escapes ? withoutEscapes(raw, quote) : raw;
  if (raw.includes('\t')) return undefined;
  if (!escapes) return fold(raw, false);
  // An escaped blank at the end of a line stays, and what blank lines behind an escaped break mean is read in two ways.
  if (quote !== single && /\\(?: +|\r?\n *)\r?\n/.test(raw)) return undefined;
  return withoutEscapes(fold(raw, quote !== single), quote);
}

function withoutEscapes(raw: string, quote: number): string | undefined {
  return quote === single ? raw.replaceAll("''", "'") : resolveEscapes(raw);
}

/**
 * One line break becomes a space, of more all but the first stay; the spaces around them go.
 * @param escapable a backslash takes away the break behind it, and keeps the spaces before it
 */
function fold(raw: string, escapable: boolean): string {
  const lines = raw.split('\n');
  let value = '';
  let breaks = 0;
  let isEscaped = false;
  for (const [index, line] of lines.entries()) {
    const text = trimSpaces(line, index > 0, index < lines.length - 1);
    if (index > 0) breaks++;
    if (text === '' && index > 0 && index < lines.length - 1) continue;
    if (breaks > 0 && !isEscaped) value += breaks === 1 ? ' ' : '\n'.repeat(breaks - 1);
    isEscaped = escapable && index < lines.length - 1 && /(?<!\\)(?:\\\\)*\\$/.test(text);
    value += isEscaped ? text.slice(0, -1) : text;
    breaks = 0;
  }
  return value;
}

function trimSpaces(line: string, before: boolean, behind: boolean): string {
  let start = 0;
  let end = line.length;
  if (behind && line.charCodeAt(end - 1) === carriageReturn) end--;
  if (before) while (start < end && line.charCodeAt(start) === space) start++;
  if (behind) while (end > start && line.charCodeAt(end - 1) === space) end--;
  return line.slice(start, end);
}

/** Resolves the escapes of a double-quoted text on one line; `undefined` where one is not valid. */
function resolveEscapes(raw: string): string | undefined {
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
