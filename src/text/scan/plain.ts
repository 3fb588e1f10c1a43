import type { YamlScalar } from '../yaml-node.js';
import { type Cursor, carriageReturn, colon, giveUp, hash, isBreakOrEnd, lineFeed, space } from './cursor.js';
import { typeOfPlain } from './scalar-type.js';

/** A plain scalar on one line, up to a comment or the line's end. */
export function scanPlain(cursor: Cursor): YamlScalar {
  return scan(cursor, false);
}

/** A plain scalar on one line within brackets or braces. */
export function scanFlowPlain(cursor: Cursor): YamlScalar {
  return scan(cursor, true);
}

/** A plain key of simple characters with a colon behind it; `undefined` and nothing moved where there is none. */
export function scanPlainKey(cursor: Cursor): YamlScalar | undefined {
  const { text } = cursor;
  const start = cursor.at;
  let at = start;
  while (isKeyCharacter[text.charCodeAt(at)]) at++;
  if (at === start || at - start > longestKey || text.charCodeAt(at) !== colon || !startsPlain(cursor, false))
    return undefined;
  if (text.charCodeAt(at + 1) !== space && !isBreakOrEnd(cursor, at + 1)) return undefined;
  cursor.at = at + 1;
  return plain(cursor, start, at);
}

/** YAML wants the colon within 1,024 characters. */
const longestKey = 1000;

function scan(cursor: Cursor, flow: boolean): YamlScalar {
  const { text, end } = cursor;
  const start = cursor.at;
  let at = start;
  let last = start;
  if (!startsPlain(cursor, flow)) giveUp(cursor);
  else {
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      const special = code < 128 ? specials[code] : code < 0xa0 || code === 0xfeff ? odd : ordinary;
      if (special === ordinary) last = at + 1;
      else if (special === blank) continue;
      else if (special === stop) {
        if (code === carriageReturn && text.charCodeAt(at + 1) !== lineFeed) giveUp(cursor);
        break;
      } else if (special === bracket) {
        if (flow) break;
        last = at + 1;
      } else if (code === hash) {
        if (text.charCodeAt(at - 1) === space) break;
        last = at + 1;
      } else if (code === colon) {
        if (endsKey(cursor, at, flow)) {
          if (!flow) giveUp(cursor);
          break;
        }
        last = at + 1;
      } else {
        giveUp(cursor);
        break;
      }
    }
  }
  if (!cursor.gaveUp) cursor.at = last;
  return plain(cursor, start, last);
}

function plain(cursor: Cursor, start: number, end: number): YamlScalar {
  const value = cursor.text.slice(start, end);
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
