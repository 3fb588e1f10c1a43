import type { TextEdit } from '../model/source.js';

/** `removed` lines from line `at` (0-based) of the text give way to `added`. Lines keep their line feed. */
export interface LineChange {
  readonly at: number;
  readonly removed: number;
  readonly added: readonly string[];
}

/**
 * The lines of a text, and which of them edits change: straight from the edits, in linear time.
 * @param edits sorted by position, never overlapping
 */
export function changedLines(
  text: string,
  edits: readonly TextEdit[],
): { readonly lines: readonly string[]; readonly changes: readonly LineChange[] } {
  const lines = splitLines(text);
  const starts = startsOf(lines);
  const changes = regionsOf(text, starts, edits).map(({ first, last, edits: inside }) => {
    const after = replaced(text, starts[first]!, starts[Math.min(last + 1, lines.length)]!, inside);
    return trimmed(first, lines.slice(first, last + 1), after);
  });
  return { lines, changes: changes.filter((change) => change.removed > 0 || change.added.length > 0) };
}

/** Lines `first` to `last`, and the edits within; edits that share a line share a region. */
interface Region {
  readonly first: number;
  last: number;
  readonly edits: TextEdit[];
}

function regionsOf(text: string, starts: readonly number[], edits: readonly TextEdit[]): Region[] {
  // Behind a final line feed is one more line, which is empty.
  const lastLine = text === '' || text.endsWith('\n') ? starts.length - 1 : starts.length - 2;
  const regions: Region[] = [];
  let line = 0;
  for (const edit of edits) {
    while (line < lastLine && starts[line + 1]! <= edit.start) line++;
    const first = line;
    while (line < lastLine && starts[line + 1]! <= edit.end) line++;
    const region = regions.at(-1);
    if (region && first <= region.last) {
      region.last = line;
      region.edits.push(edit);
    } else {
      regions.push({ first, last: line, edits: [edit] });
    }
  }
  return regions;
}

function splitLines(text: string): string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed + 1;
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
}

/** Where each line starts, and at last where the text ends. */
function startsOf(lines: readonly string[]): number[] {
  const starts = [0];
  for (const line of lines) starts.push(starts.at(-1)! + line.length);
  return starts;
}

function replaced(text: string, start: number, end: number, edits: readonly TextEdit[]): string[] {
  const parts: string[] = [];
  let at = start;
  for (const edit of edits) {
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  parts.push(text.slice(at, end));
  return splitLines(parts.join(''));
}

/** Without the lines that are equal on both sides at the beginning and at the end. */
function trimmed(first: number, before: readonly string[], after: readonly string[]): LineChange {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const room = Math.min(before.length, after.length) - head;
  while (tail < room && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return {
    at: first + head,
    removed: before.length - head - tail,
    added: after.slice(head, after.length - tail),
  };
}
