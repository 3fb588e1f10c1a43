import { lineEndAfter } from './lines.js';

/** Where one document of a stream is. Slices follow one another without a gap. */
export interface DocumentSlice {
  readonly start: number;
  readonly end: number;
  /** Where its directives or content start to be read: behind a byte order mark and behind `...` that end nothing. */
  readonly prelude: number;
  /** Where its `---` or, without one, its first line of content starts. */
  readonly content: number;
  /** Where content ends: at the `...` that closes the document, or at the slice's end. */
  readonly contentEnd: number;
  /** Does the slice have a `---`? */
  readonly marked: boolean;
  /** Are there directives such as `%YAML 1.2` before the content? */
  readonly directives: boolean;
}

/**
 * Splits a stream at `---` and `...` in column 0, which YAML 1.2 never takes for content, whatever is around them.
 * A text of comments and blank lines has no document; behind the last document they belong to it.
 */
export function splitStream(text: string): readonly DocumentSlice[] {
  const slices: DocumentSlice[] = [];
  const dashes = markerFinder(text, '---');
  // Most texts have no dots, which are found in a tenth of the time that it takes to find dots behind a break.
  const dots = text.includes('...') ? markerFinder(text, '...') : () => text.length;
  let start = 0;
  let line = text.charCodeAt(0) === byteOrderMark ? 1 : 0;
  while (line < text.length) {
    const prelude = skipPrelude(text, line);
    const content = prelude.end;
    if (content === text.length && !prelude.directives) break;
    if (isMarker(text, content, '...') && !prelude.directives) {
      line = lineEndAfter(text, content);
      continue;
    }
    const marked = isMarker(text, content, '---');
    const searchFrom = marked ? content + 3 : content;
    const nextDashes = dashes(searchFrom);
    const nextDots = dots(searchFrom);
    const contentEnd = Math.min(nextDots, nextDashes);
    const end = nextDots < nextDashes ? lineEndAfter(text, nextDots) : nextDashes;
    slices.push({ start, end, prelude: line, content, contentEnd, marked, directives: prelude.directives });
    start = end;
    line = end;
  }
  return withTail(slices, text.length);
}

/** The slice of a text of one document, as `splitStream` finds it; `undefined` where it has none, or several. */
export function onlySlice(text: string): DocumentSlice | undefined {
  const prelude = text.charCodeAt(0) === byteOrderMark ? 1 : 0;
  const { end: content, directives } = skipPrelude(text, prelude);
  const marked = isMarker(text, content, '---');
  // Nearly all texts of one document have no marker but this one, which is known in half of the time.
  const isAlone = content < text.length && !directives && !text.includes('...') && !text.includes('\n---', content);
  if (isAlone) return { start: 0, end: text.length, prelude, content, contentEnd: text.length, marked, directives };
  const [first, ...others] = splitStream(text);
  return others.length === 0 ? first : undefined;
}

const byteOrderMark = 0xfeff;

/** Answers with the next marker line at or after an offset, or the text's length. Offsets must not go down between calls. */
function markerFinder(text: string, marker: string): (from: number) => number {
  const needle = `\n${marker}`;
  let found = 0;
  return (from) => {
    while (found < text.length && (found < from || !isMarker(text, found, marker))) {
      const lineBreak = text.indexOf(needle, Math.max(found, from - 1));
      found = lineBreak < 0 ? text.length : lineBreak + 1;
    }
    return found;
  };
}

function isMarker(text: string, at: number, marker: string): boolean {
  return text.startsWith(marker, at) && (at + 3 === text.length || isSpaceOrBreak(text.charCodeAt(at + 3)));
}

function isSpaceOrBreak(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function skipPrelude(text: string, from: number): { end: number; directives: boolean } {
  let line = from;
  let directives = false;
  while (line < text.length) {
    let at = line;
    while (text.charCodeAt(at) === 0x20) at++;
    const code = text.charCodeAt(at);
    const blank = at === text.length || code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) === 0x0a);
    const directive = at === line && code === 0x25;
    if (!blank && code !== 0x23 && !directive) break;
    if (directive) directives = true;
    line = lineEndAfter(text, at);
  }
  return { end: line, directives };
}

function withTail(slices: readonly DocumentSlice[], length: number): readonly DocumentSlice[] {
  const last = slices.at(-1);
  if (last === undefined || last.end === length) return slices;
  const contentEnd = last.contentEnd === last.end ? length : last.contentEnd;
  return [...slices.slice(0, -1), { ...last, end: length, contentEnd }];
}
