import { carriageReturn, dash, hash, lineFeed, tab } from './characters.js';
import { afterBreak, afterSpaces, type Cursor, isBreakOrEnd, toContent } from './cursor.js';
import { addScalar, nodeKind } from './flat-document.js';

/**
 * A literal or folded block scalar that has content. Keep-chomping is left to the library.
 * @param column its lines are indented deeper than this
 */
export function scanBlockText(cursor: Cursor, column: number, kind: number): boolean {
  const { text, end, at: start } = cursor;
  const body = findBody(cursor);
  if (body < 0) return false;
  const digit = explicitIndent(text, start);
  let indent = digit > 0 ? column + digit : -1;
  let contentEnd = -1;
  let line = body;
  while (line < end) {
    const at = afterSpaces(text, line, end);
    const width = at - line;
    if (isBreakOrEnd(cursor, at)) {
      // Spaces beyond the indent are content that looks blank.
      if (width > (indent < 0 ? column : indent)) return false;
      line = afterBreak(cursor, at);
      continue;
    }
    if (indent < 0 && width > column) indent = width;
    if (indent < 0 || width < indent) break;
    if (kind === nodeKind.folded && (width > indent || text.charCodeAt(at) === tab)) return false;
    line = afterBreak(cursor, at);
    contentEnd = beforeBreak(text, line);
  }
  if (contentEnd < 0 || endsBetween(cursor, line, column)) return false;
  addScalar(cursor.into, kind, start, contentEnd, false);
  return toContent(cursor, line);
}

/** The digit that says how much deeper the text of a block scalar is indented than what is around it, or 0. */
export function explicitIndent(text: string, from: number): number {
  const first = text.charCodeAt(from + 1);
  const code = first === dash ? text.charCodeAt(from + 2) : first;
  return isDigit(code) ? code - 0x30 : 0;
}

/** Has a block scalar no line break at its end? */
export function isStripped(text: string, from: number): boolean {
  const first = text.charCodeAt(from + 1);
  return first === dash || (isDigit(first) && text.charCodeAt(from + 2) === dash);
}

function isDigit(code: number): boolean {
  return code > 0x30 && code <= 0x39;
}

/** The end of the line before an offset that is a line's start or the text's end, without its break. */
export function beforeBreak(text: string, next: number): number {
  if (text.charCodeAt(next - 1) !== lineFeed) return next;
  return text.charCodeAt(next - 2) === carriageReturn ? next - 2 : next - 1;
}

/** Where the first line behind the header is, or -1 where that is none. */
function findBody({ text, end, at: from }: Cursor): number {
  const lineBreak = text.indexOf('\n', from);
  if (lineBreak < 0 || lineBreak >= end) return -1;
  const behind = from + 1 + Number(explicitIndent(text, from) > 0) + Number(isStripped(text, from));
  const at = afterSpaces(text, behind, lineBreak);
  const code = text.charCodeAt(at);
  const closes =
    code === lineFeed || (code === carriageReturn && at + 1 === lineBreak) || (code === hash && at > behind);
  return closes ? lineBreak + 1 : -1;
}

/** Is the line behind the text indented less than the text, but deeper than what is around it? */
function endsBetween({ text, end }: Cursor, line: number, column: number): boolean {
  const at = afterSpaces(text, line, end);
  return at < end && (at - line > column || text.charCodeAt(at) === tab);
}
