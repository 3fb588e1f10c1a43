import { lineEndAfter, withoutBreak } from './lines.js';

/**
 * The end of a block scalar: just past its last content character. With keep-chomping (`|+`) the blank lines behind it are
 * content, all but the last line break; without any content the header is all there is.
 * @param start offset of `|` or `>`
 * @param sourceEnd offset somewhere in the blank space behind the content
 * @param parentIndent columns by which the node around it is indented; counts with an explicit indent such as `|2`
 */
export function blockScalarEnd(text: string, start: number, sourceEnd: number, parentIndent: number): number {
  const header = readHeader(text, start);
  const body = text.indexOf('\n', start) + 1;
  if (body === 0 || body >= sourceEnd) return header.end;
  if (header.keep) return Math.max(body, withoutBreak(text, sourceEnd));
  const indent = header.indent > 0 ? Math.max(parentIndent, 0) + header.indent : firstIndent(text, body, sourceEnd);
  return lastContent(text, body, sourceEnd, indent) ?? header.end;
}

function readHeader(text: string, start: number): { end: number; keep: boolean; indent: number } {
  let end = start + 1;
  let keep = false;
  let indent = 0;
  for (; end < text.length; end++) {
    const character = text[end]!;
    if (character >= '1' && character <= '9') indent = Number(character);
    else if (character === '+') keep = true;
    else if (character !== '-') break;
  }
  return { end, keep, indent };
}

/** The indent of the first line that is not blank; `undefined` where all are. */
function firstIndent(text: string, body: number, end: number): number | undefined {
  for (let line = body; line < end; line = lineEndAfter(text, line)) {
    const content = skipSpaces(text, line, end);
    if (content < end && !isBreak(text, content)) return content - line;
  }
  return undefined;
}

/** Walks back over blank lines. A line of more spaces than the indent is content, though it looks blank. */
function lastContent(text: string, body: number, sourceEnd: number, indent: number | undefined): number | undefined {
  if (indent === undefined) return undefined;
  let end = sourceEnd;
  while (end > body) {
    const lineEnd = withoutBreak(text, end);
    const line = text.lastIndexOf('\n', lineEnd - 1) + 1;
    const content = skipSpaces(text, line, lineEnd);
    if (content < lineEnd || content - line > indent) return lineEnd;
    end = line;
  }
  return undefined;
}

function skipSpaces(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && text.charCodeAt(at) === 0x20) at++;
  return at;
}

function isBreak(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) === 0x0a);
}
