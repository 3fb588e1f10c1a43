import { explicitIndent, isStripped } from './block-header.js';
import { byteOrderMark, carriageReturn, lineFeed } from './characters.js';
import { afterSpaces, beforeBreak } from './cursor.js';
import { type FlatDocument, nodeKind } from './flat-document.js';

/** What a literal or folded block scalar says. */
export function blockValue(document: FlatDocument, node: number): string {
  const { text } = document;
  const from = document.from[node]!;
  const to = document.to[node]!;
  const folded = document.kind[node] === nodeKind.folded;
  const digit = explicitIndent(text, from);
  let indent = digit > 0 ? columnAround(document, node) + digit : -1;
  let value = '';
  let separator = '';
  let blankLines = 0;
  let line = text.indexOf('\n', from) + 1;
  while (line < to) {
    const at = afterSpaces(text, line, to);
    const next = nextLine(text, at, to);
    const code = text.charCodeAt(at);
    if (code === lineFeed || (code === carriageReturn && at + 2 === next)) blankLines++;
    else {
      if (indent < 0) indent = at - line;
      const lineEnd = next > to ? to : beforeBreak(text, next);
      value += separatorBefore(separator, blankLines, folded) + text.slice(line + indent, lineEnd);
      separator = folded ? ' ' : '\n';
      blankLines = 0;
    }
    line = next;
  }
  return isStripped(text, from) ? value : `${value}\n`;
}

/** Just past the line break behind an offset, or where that is not within, just past the end. */
function nextLine(text: string, at: number, to: number): number {
  const lineBreak = text.indexOf('\n', at);
  return lineBreak < 0 || lineBreak >= to ? to + 1 : lineBreak + 1;
}

function separatorBefore(separator: string, blankLines: number, folded: boolean): string {
  if (blankLines === 0) return separator;
  return folded && separator !== '' ? '\n'.repeat(blankLines) : separator + '\n'.repeat(blankLines);
}

/** How far what is around a value is indented: the dash of an item, or the key right before a value. */
function columnAround({ text, from, dash }: FlatDocument, node: number): number {
  const place = dash[node]! < 0 ? from[node - 1]! : dash[node]!;
  const line = text.lastIndexOf('\n', place) + 1;
  return place - (line === 0 && text.charCodeAt(0) === byteOrderMark ? 1 : line);
}
