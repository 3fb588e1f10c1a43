import { lineEndAfter } from '../../text/lines.js';

/**
 * Where what stands at an indentation really ends: comments below it that are indented deeper belong to it, and would be
 * read as the text of a block that is put before them.
 * @param end just past its last character
 * @returns an offset in its last line
 */
export function endWithOwnComments(text: string, end: number, indentation: number): number {
  let last = end;
  for (let at = lineEndAfter(text, end); at < text.length; ) {
    const next = lineEndAfter(text, at);
    const line = text.slice(at, next);
    const blanks = line.search(/\S/);
    if (blanks >= 0 && (line[blanks] !== '#' || blanks <= indentation)) break;
    if (blanks >= 0) last = at + blanks;
    at = next;
  }
  return last;
}
