import { explicitIndent, isStripped } from './block-header.js';
import { carriageReturn, hash, lineFeed, tab } from './characters.js';
import { afterBreak, afterSpaces, beforeBreak, type Cursor, isBreakOrEnd, toContent } from './cursor.js';
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

/** Where the first line behind the header is, or -1 without one. */
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
