import { lineEndAfter } from '../../text/lines.js';

/**
 * Where what is at an indentation really ends: comments below it that are indented deeper belong to it, and so do blank
 * lines of many blanks. Both would be read as the text of a block that is put before them.
 * @param end just past its last character
 * @returns an offset in its last line
 */
export function endWithOwnComments(text: string, end: number, indentation: number): number {
  let last = end;
  for (let at = lineEndAfter(text, end); at < text.length; ) {
    const next = lineEndAfter(text, at);
    const line = text.slice(at, next);
    const isBlank = line.trim() === '';
    if (isBlank ? isDeepBlank(line, indentation) : isDeepComment(line, indentation)) last = at;
    else if (!isBlank) break;
    at = next;
  }
  return last;
}

/** Is a line a comment that is deeper than an indentation? No block of text takes a tab for indentation. */
export function isDeepComment(line: string, indentation: number): boolean {
  const blanks = line.search(/\S/);
  return line[blanks] === '#' && (blanks > indentation || line.slice(0, blanks).includes('\t'));
}

/** Text in a field of a step is deeper than the step at least by this. */
const textDepth = 3;

function isDeepBlank(line: string, indentation: number): boolean {
  const blanks = line.replace(/[\r\n]+$/, '');
  return blanks.length > indentation + textDepth || blanks.includes('\t');
}
