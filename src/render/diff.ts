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
  const starts = startsOfLines(before);
  const lines = starts.length - 1;
  const lineAt = (at: number) => before.slice(starts[at], starts[at + 1]);
  const print = (sign: string, line: string, paint: Paint = plain) => shown(sign, line, paint, forPeople);
  const from = file === 'created' ? nowhere : header('a', path);
  const to = file === 'removed' ? nowhere : header('b', path);

  let heading = `${colors.strong(`--- ${from}`)}\n${colors.strong(`+++ ${to}`)}\n`;
  let shift = 0;
  for (const hunk of hunksOf(changedLines(before, starts, edits))) {
    const first = Math.max(hunk[0]!.at - context, 0);
    const last = Math.min(endOf(hunk.at(-1)!) + context, lines);
    const added = hunk.reduce((sum, change) => sum + change.added.length - change.removed, 0);
    const ranges = `-${range(first, last - first)} +${range(first + shift, last - first + added)}`;
    const printed = [heading, `${colors.heading(`@@ ${ranges} @@`)}\n`];
    heading = '';
    let at = first;
    for (const change of hunk) {
      for (; at < change.at; at++) printed.push(print(' ', lineAt(at)));
      for (; at < endOf(change); at++) printed.push(print('-', lineAt(at), colors.removed));
      for (const line of change.added) printed.push(print('+', line, colors.added));
    }
    for (; at < last; at++) printed.push(print(' ', lineAt(at)));
    out.push(printed.join(''));
    shift += added;
  }
}

/** Changes whose contexts touch are in one hunk. */
function* hunksOf(changes: Iterable<LineChange>): Iterable<readonly LineChange[]> {
  let hunk: LineChange[] = [];
  for (const change of changes) {
    const before = hunk.at(-1);
    if (before && change.at - endOf(before) > 2 * context) {
      yield hunk;
      hunk = [];
    }
    hunk.push(change);
  }
  if (hunk.length > 0) yield hunk;
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
 * Which lines of a text edits change: straight from the edits, in linear time.
 * @param starts where its lines start, and at last where it ends
 * @param edits sorted by position, never overlapping
 */
function* changedLines(text: string, starts: readonly number[], edits: readonly TextEdit[]): Iterable<LineChange> {
  for (const { first, last, edits: inside } of regionsOf(text, starts, edits)) {
    const [start, end] = [starts[first]!, starts[Math.min(last + 1, starts.length - 1)]!];
    const change = trimmed(first, splitLines(text.slice(start, end)), replaced(text, start, end, inside));
    if (change.removed > 0 || change.added.length > 0) yield change;
  }
}

/** Lines `first` to `last`, and the edits within; edits that share a line share a region. */
interface Region {
  readonly first: number;
  last: number;
  readonly edits: TextEdit[];
}

function* regionsOf(text: string, starts: readonly number[], edits: readonly TextEdit[]): Iterable<Region> {
  // Behind a final line feed is one more line, which is empty.
  const lastLine = text === '' || text.endsWith('\n') ? starts.length - 1 : starts.length - 2;
  let region: Region | undefined;
  let line = 0;
  for (const edit of edits) {
    while (line < lastLine && starts[line + 1]! <= edit.start) line++;
    const first = line;
    while (line < lastLine && starts[line + 1]! <= edit.end) line++;
    if (region && first <= region.last) {
      region.last = line;
      region.edits.push(edit);
    } else {
      if (region) yield region;
      region = { first, last: line, edits: [edit] };
    }
  }
  if (region) yield region;
}

function splitLines(text: string): readonly string[] {
  const starts = startsOfLines(text);
  return starts.slice(1).map((end, at) => text.slice(starts[at], end));
}

/** Where each line starts, and at last where the text ends: a string for each line would take more memory than the text. */
function startsOfLines(text: string): readonly number[] {
  const starts = [0];
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    start = feed < 0 ? text.length : feed + 1;
    starts.push(start);
  }
  return starts;
}

function replaced(text: string, start: number, end: number, edits: readonly TextEdit[]): readonly string[] {
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
