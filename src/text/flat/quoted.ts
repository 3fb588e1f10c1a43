import { backslash, carriageReturn, colon, lineFeed, singleQuote, space, tab, tableOf } from './characters.js';
import { afterSpaces, type Cursor, isBreakOrEnd, longestKey } from './cursor.js';
import { escapeLength } from './escapes.js';
import { addScalar, nodeKind } from './flat-document.js';

/**
 * A quoted scalar. Engines go on with it on any line, however that is indented.
 * @param column where what is around it is: of a line that is not deeper, one that looks like an entry is not taken for text
 */
export function scanQuoted(cursor: Cursor, column: number): boolean {
  const { text, end, at: start } = cursor;
  const quote = text.charCodeAt(start);
  const isSingle = quote === singleQuote;
  let asWritten = true;
  let hasTab = false;
  let lines = 1;
  for (let at = start + 1; at < end; at++) {
    const code = text.charCodeAt(at);
    if (isOrdinary[code] === 1) continue;
    if (code === quote) {
      if (isSingle && at + 1 < end && text.charCodeAt(at + 1) === quote) {
        asWritten = false;
        at++;
        continue;
      }
      if (hasTab && lines > 1) break;
      addScalar(cursor.into, isSingle ? nodeKind.single : nodeKind.double, start, at + 1, asWritten);
      cursor.at = at + 1;
      return true;
    }
    if (code === backslash) {
      if (isSingle) continue;
      asWritten = false;
      const length = escapeLength(text, at, end);
      if (length < 0) break;
      at += length - 1;
    } else if (code === lineFeed) {
      asWritten = false;
      lines++;
      if (!goesOn(cursor, at + 1, column)) break;
    } else if (code === tab) hasTab = true;
    else if (code < space && !(code === carriageReturn && text.charCodeAt(at + 1) === lineFeed)) break;
  }
  return false;
}

/** The end of a quoted key on one line with a colon behind it, or -1. */
export function findQuotedKey(cursor: Cursor): number {
  const { text, end, at: start } = cursor;
  const quote = text.charCodeAt(start);
  const limit = Math.min(end, start + longestKey);
  let at = start + 1;
  for (; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) break;
    if (code === backslash || code < space) return -1;
  }
  if (at + 1 >= end || text.charCodeAt(at) !== quote || text.charCodeAt(at + 1) !== colon) return -1;
  return isBreakOrEnd(cursor, at + 2) || text.charCodeAt(at + 2) === space ? at + 1 : -1;
}

/** Most quotes that reach over the next entry were forgotten to be closed. */
function goesOn({ text, end }: Cursor, line: number, column: number): boolean {
  const at = afterSpaces(text, line, end);
  if (at >= end) return false;
  if (at - line > column) return true;
  entry.lastIndex = at;
  return !entry.test(text);
}

const entry = /(?:-|[\w.$/-]{1,100} *:)(?=[ \r\n])/y;

const isOrdinary = tableOf((character, code) => Number(code >= space && !'"\'\\'.includes(character)), 1);
