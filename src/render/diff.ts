import type { TextEdit } from '../model/source.js';
import type { Colors, Paint } from './colors.js';
import { visible } from './visible.js';

export interface FileChange {
  readonly path: string;
  readonly before: string;
  /** Of `before`, sorted by position, never overlapping. */
  readonly edits: readonly TextEdit[];
  /** The file is not there before, or not any more afterwards. */
  readonly file?: 'created' | 'removed' | undefined;
}

export interface DiffOptions {
  readonly colors: Colors;
  /** For a person's eyes: foreign control characters are shown as signs. Otherwise a patch tool gets every byte. */
  readonly forPeople: boolean;
}

/** A unified diff that `git apply` and `patch -p1` accept; empty where nothing changes. */
export function unifiedDiff(changes: readonly FileChange[], options: DiffOptions): string {
  const out: string[] = [];
  for (const change of changes) printFile(change, options, out);
  return out.join('');
}

const context = 3;
const nowhere = '/dev/null';

function printFile({ path, before, edits, file }: FileChange, { colors, forPeople }: DiffOptions, out: string[]): void {
  const { lines, changes } = changedLines(before, edits);
  if (changes.length === 0) return;
  const print = (sign: string, line: string, paint: Paint = plain) => out.push(shown(sign, line, paint, forPeople));
  const from = file === 'created' ? nowhere : header('a', path);
  const to = file === 'removed' ? nowhere : header('b', path);
  out.push(`${colors.strong(`--- ${from}`)}\n${colors.strong(`+++ ${to}`)}\n`);

  let shift = 0;
  for (const hunk of hunksOf(changes)) {
    const first = Math.max(hunk[0]!.at - context, 0);
    const last = Math.min(endOf(hunk.at(-1)!) + context, lines.length);
    const added = hunk.reduce((sum, change) => sum + change.added.length - change.removed, 0);
    out.push(
      `${colors.heading(`@@ -${range(first, last - first)} +${range(first + shift, last - first + added)} @@`)}\n`,
    );
    let at = first;
    for (const change of hunk) {
      for (; at < change.at; at++) print(' ', lines[at]!);
      for (; at < endOf(change); at++) print('-', lines[at]!, colors.removed);
      for (const line of change.added) print('+', line, colors.added);
    }
    for (; at < last; at++) print(' ', lines[at]!);
    shift += added;
  }
}

/** Changes whose contexts touch are in one hunk. */
function hunksOf(changes: readonly LineChange[]): LineChange[][] {
  const hunks: LineChange[][] = [];
  for (const change of changes) {
    const hunk = hunks.at(-1);
    if (hunk && change.at - endOf(hunk.at(-1)!) <= 2 * context) hunk.push(change);
    else hunks.push([change]);
  }
  return hunks;
}

function endOf(change: LineChange): number {
  return change.at + change.removed;
}

/** An empty range names the line before it. */
function range(first: number, count: number): string {
  if (count === 0) return `${first},0`;
  return count === 1 ? `${first + 1}` : `${first + 1},${count}`;
}

function shown(sign: string, line: string, paint: Paint, forPeople: boolean): string {
  const complete = line.endsWith('\n');
  if (complete && !forPeople && paint === plain) return sign + line;
  const text = complete ? line.slice(0, -1) : line;
  const content = forPeople ? visible(text.replace(trailingReturn, '')) : text;
  return `${paint(`${sign}${content}`)}\n${complete ? '' : '\\ No newline at end of file\n'}`;
}

const trailingReturn = /\r$/;

function plain(text: string): string {
  return text;
}

/** As git writes names: odd ones in quotes, and a tab behind one that holds blanks. */
function header(side: 'a' | 'b', path: string): string {
  const name = `${side}/${path.replaceAll('\\', '/').replace(leadingSlashes, '')}`;
  if (odd.test(name)) return JSON.stringify(name).replace(unicodeEscape, octal);
  return name.includes(' ') ? `${name}\t` : name;
}

const leadingSlashes = /^(\.?\/)+/;
const odd = /[\p{Cc}"]/u;
const unicodeEscape = /\\u00([0-9a-f]{2})/g;

function octal(_match: string, hex: string): string {
  return `\\${Number.parseInt(hex, 16).toString(8).padStart(3, '0')}`;
}

/** `removed` lines from line `at` (0-based) of the text give way to `added`. Lines keep their line feed. */
interface LineChange {
  readonly at: number;
  readonly removed: number;
  readonly added: readonly string[];
}

/**
 * The lines of a text, and which of them edits change: straight from the edits, in linear time.
 * @param edits sorted by position, never overlapping
 */
function changedLines(
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
