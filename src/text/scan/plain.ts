import type { YamlScalar } from '../yaml-node.js';
import { type Cursor, carriageReturn, colon, giveUp, hash, isBreakOrEnd, lineFeed, space } from './cursor.js';

/**
 * A plain scalar, up to a comment or the end of its last line.
 * @param column lines on which it goes on are indented deeper than this
 */
export function scanPlain(cursor: Cursor, column: number): YamlScalar {
  const { text } = cursor;
  const start = cursor.at;
  if (!startsPlain(cursor, false)) giveUp(cursor);
  scanLine(cursor, false);
  const end = cursor.at;
  const next = nextPlainLine(cursor, end, column);
  return next < 0 ? plain(start, end, text.slice(start, end)) : scanFurtherLines(cursor, start, next, column);
}

/** A plain scalar on one line within brackets or braces. */
export function scanFlowPlain(cursor: Cursor): YamlScalar {
  const start = cursor.at;
  if (!startsPlain(cursor, true)) giveUp(cursor);
  scanLine(cursor, true);
  return plain(start, cursor.at, cursor.text.slice(start, cursor.at));
}

/** A plain key of simple characters with a colon behind it; `undefined` and nothing moved without one. */
export function scanPlainKey(cursor: Cursor): YamlScalar | undefined {
  const { text } = cursor;
  const start = cursor.at;
  let at = start;
  while (isKeyCharacter[text.charCodeAt(at)]) at++;
  if (at === start || at - start > longestKey || text.charCodeAt(at) !== colon || !startsPlain(cursor, false))
    return undefined;
  if (text.charCodeAt(at + 1) !== space && !isBreakOrEnd(cursor, at + 1)) return undefined;
  cursor.at = at + 1;
  return plain(start, at, text.slice(start, at));
}

/** YAML wants the colon within 1,024 characters. */
const longestKey = 1000;

/** Moves past the last character of a plain scalar on this line. */
function scanLine(cursor: Cursor, flow: boolean): void {
  const { text, end } = cursor;
  let last = cursor.at;
  for (let at = last; at < end; at++) {
    const code = text.charCodeAt(at);
    const special = code < 128 ? specials[code] : code < 0xa0 || code === 0xfeff ? odd : ordinary;
    if (special === ordinary) last = at + 1;
    else if (special === blank) continue;
    else if (special === bracket) {
      if (flow) break;
      last = at + 1;
    } else if (special === stop) {
      if (code === carriageReturn && text.charCodeAt(at + 1) !== lineFeed) giveUp(cursor);
      break;
    } else if (special === odd) {
      giveUp(cursor);
      break;
    } else if (code === hash && text.charCodeAt(at - 1) === space) break;
    else if (code === colon && endsKey(cursor, at, flow)) {
      if (!flow) giveUp(cursor);
      break;
    } else last = at + 1;
  }
  if (!cursor.gaveUp) cursor.at = last;
}

/** Where the scalar goes on behind a line of it, or -1. */
function nextPlainLine(cursor: Cursor, lineEnd: number, column: number): number {
  const { text, end } = cursor;
  let line = lineEnd;
  let at = lineEnd;
  for (;;) {
    while (text.charCodeAt(at) === space) at++;
    if (at >= end || text.charCodeAt(at) === hash) return -1;
    if (!isBreakOrEnd(cursor, at)) return line > lineEnd && at - line > column ? at : -1;
    line = at = text.charCodeAt(at) === lineFeed ? at + 1 : at + 2;
  }
}

function scanFurtherLines(cursor: Cursor, start: number, second: number, column: number): YamlScalar {
  const { text } = cursor;
  let end = cursor.at;
  let value = text.slice(start, end);
  for (let next = second; next >= 0; next = nextPlainLine(cursor, end, column)) {
    value += foldedBreaks(text, end, next);
    cursor.at = next;
    scanLine(cursor, false);
    if (cursor.gaveUp) break;
    end = cursor.at;
    value += text.slice(next, end);
  }
  return { ...plain(start, end, value), type: 'string' };
}

function foldedBreaks(text: string, from: number, to: number): string {
  let breaks = 0;
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === lineFeed) breaks++;
  return breaks === 1 ? ' ' : '\n'.repeat(breaks - 1);
}

function plain(start: number, end: number, value: string): YamlScalar {
  return { kind: 'scalar', start, end, anchor: undefined, style: 'plain', value, type: typeOfPlain(value) };
}

function startsPlain(cursor: Cursor, flow: boolean): boolean {
  const { text, at } = cursor;
  const code = text.charCodeAt(at);
  if (code !== 0x2d) return code >= 128 || startsPlainly[code] === true;
  const next = text.charCodeAt(at + 1);
  return next > space && !(flow && specials[next] === bracket);
}

function endsKey(cursor: Cursor, at: number, flow: boolean): boolean {
  const next = cursor.text.charCodeAt(at + 1);
  return at + 1 >= cursor.end || next <= space || (flow && specials[next] === bracket);
}

const ordinary = 0;
const blank = 1;
const stop = 2;
const bracket = 3;
const inspect = 4;
const odd = 5;

const specials = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code === space) return blank;
  if (code === lineFeed || code === carriageReturn) return stop;
  if (code < space || code === 0x7f) return odd;
  if (code === hash || code === colon) return inspect;
  return ',[]{}'.includes(String.fromCharCode(code)) ? bracket : ordinary;
});
const startsPlainly: readonly boolean[] = Array.from(
  { length: 128 },
  (_, code) => code > space && code < 0x7f && !'-?:,[]{}#&*!|>\'"%@`'.includes(String.fromCharCode(code)),
);
const isKeyCharacter: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  /[\w.$/<>-]/.test(String.fromCharCode(code)),
);

/** The type that YAML's core schema gives a plain scalar. */
function typeOfPlain(value: string): YamlScalar['type'] {
  if (!mayBeTyped[value.charCodeAt(0)]) return 'string';
  if (numberPattern.test(value)) return 'number';
  if (booleanPattern.test(value)) return 'boolean';
  return nullPattern.test(value) ? 'null' : 'string';
}

/** Nearly all values start with a letter that no typed one starts with. */
const mayBeTyped: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  '0123456789+-.~nNtTfF'.includes(String.fromCharCode(code)),
);
const numberPattern =
  /^(?:0o[0-7]+|0x[\da-fA-F]+|[-+]?\d+|[-+]?(?:\.\d+|\d+\.\d*)|[-+]?(?:\.\d+|\d+(?:\.\d*)?)[eE][-+]?\d+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const booleanPattern = /^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/;
const nullPattern = /^(?:~|[Nn]ull|NULL)$/;
