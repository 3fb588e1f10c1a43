import type { YamlScalar } from '../yaml-node.js';
import {
  afterBreak,
  type Cursor,
  carriageReturn,
  giveUp,
  isBreakOrEnd,
  lineFeed,
  space,
  tab,
  toContent,
} from './cursor.js';

/**
 * A literal or folded block scalar that has content. Keep-chomping is left to the library.
 * @param column its lines are indented deeper than this
 */
export function scanBlockText(cursor: Cursor, column: number): YamlScalar {
  const { text } = cursor;
  const start = cursor.at;
  const folded = text[start] === '>';
  const header = scanHeader(cursor);
  const body = header && scanBody(cursor, header, column, folded);
  if (!body) giveUp(cursor);
  else toContent(cursor, body.next);
  const value = body ? body.value : '';
  const style = folded ? 'folded' : 'literal';
  return { kind: 'scalar', start, end: body ? body.end : start, anchor: undefined, style, value, type: 'string' };
}

interface Header {
  readonly body: number;
  readonly strip: boolean;
  /** The digit of an explicit indent, or 0. */
  readonly indent: number;
}

function scanHeader(cursor: Cursor): Header | undefined {
  const { text, end } = cursor;
  const match = /[|>](?:(-)([1-9])?|([1-9])(-)?)?(?: *| +#[^\n]*)(?:\r?\n)/y;
  match.lastIndex = cursor.at;
  const found = match.exec(text);
  const body = match.lastIndex;
  if (!found || body > end) return undefined;
  return { body, strip: (found[1] ?? found[4]) !== undefined, indent: Number(found[2] ?? found[3] ?? 0) };
}

interface Body {
  readonly value: string;
  readonly end: number;
  /** The line behind it. */
  readonly next: number;
}

function scanBody(cursor: Cursor, header: Header, column: number, folded: boolean): Body | undefined {
  const { text, end } = cursor;
  let indent = header.indent > 0 ? column + header.indent : -1;
  let value = '';
  let separator = '';
  let contentEnd = -1;
  let blankLines = 0;
  let line = header.body;
  while (line < end) {
    let at = line;
    while (text.charCodeAt(at) === space) at++;
    const width = at - line;
    if (isBreakOrEnd(cursor, at)) {
      // Spaces beyond the indent are content that looks blank.
      if (indent < 0 ? width > column : width > indent) return undefined;
      blankLines++;
      line = afterBreak(cursor, at);
      continue;
    }
    if (indent < 0 && width > column) indent = width;
    if (indent < 0 || width < indent) break;
    const next = afterBreak(cursor, at);
    const lineEnd = endOfLine(text, next);
    if (folded && (width > indent || text.charCodeAt(at) === tab)) return undefined;
    value += separatorBefore(separator, blankLines, folded) + text.slice(line + indent, lineEnd);
    separator = folded ? ' ' : '\n';
    contentEnd = lineEnd;
    blankLines = 0;
    line = next;
  }
  if (contentEnd < 0 || endsBetween(cursor, line, column)) return undefined;
  return { value: header.strip ? value : `${value}\n`, end: contentEnd, next: line };
}

function separatorBefore(separator: string, blankLines: number, folded: boolean): string {
  if (blankLines === 0) return separator;
  return folded && separator !== '' ? '\n'.repeat(blankLines) : separator + '\n'.repeat(blankLines);
}

/** The end of the line before an offset that is a line's start or the text's end, without its break. */
function endOfLine(text: string, next: number): number {
  if (text.charCodeAt(next - 1) !== lineFeed) return next;
  return text.charCodeAt(next - 2) === carriageReturn ? next - 2 : next - 1;
}

/** Is the line behind the text indented less than the text, but deeper than what is around it? */
function endsBetween(cursor: Cursor, line: number, column: number): boolean {
  let at = line;
  while (cursor.text.charCodeAt(at) === space) at++;
  return at < cursor.end && (at - line > column || cursor.text.charCodeAt(at) === tab);
}
