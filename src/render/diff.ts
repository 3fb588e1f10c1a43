import { madeLate } from '../lang/late.js';
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
  /** For a person's eyes: foreign control characters are shown as signs. Otherwise a patch tool gets every byte, unpainted. */
  readonly forPeople: boolean;
}

/** A unified diff that `git apply` and `patch -p1` accept; empty where nothing changes. */
export function unifiedDiff(changes: readonly FileChange[], options: DiffOptions): string {
  return [...unifiedDiffPieces(changes, options)].join('');
}

/** The same, piece by piece: as one text it may be larger than all that is compared. */
export function* unifiedDiffPieces(changes: readonly FileChange[], options: DiffOptions): Iterable<string> {
  for (const change of changes) yield* fileDiff(change, options);
}

const context = 3;
const nowhere = '/dev/null';

function* fileDiff({ path, before, edits, file }: FileChange, { colors, forPeople }: DiffOptions): Iterable<string> {
  const starts = startsOfLines(before);
  const lines = starts.length - 1;
  const slice = (from: number, to: number) => before.slice(starts[from], starts[to]);
  const print = (sign: string, text: string, paint: Paint = plain) =>
    forPeople ? shownToPeople(sign, text, paint) : shownToTools(sign, text);
  const from = file === 'created' ? nowhere : header('a', path);
  const to = file === 'removed' ? nowhere : header('b', path);

  let heading = `${colors.strong(`--- ${from}`)}\n${colors.strong(`+++ ${to}`)}\n`;
  let shift = 0;
  for (const hunk of hunksOf(changedLines(before, starts, edits))) {
    const first = Math.max(hunk[0]!.at - context, 0);
    const last = Math.min(endOf(hunk.at(-1)!) + context, lines);
    const added = hunk.reduce((sum, change) => sum + change.added - change.removed, 0);
    const ranges = `-${range(first, last - first)} +${range(first + shift, last - first + added)}`;
    yield `${heading}${colors.heading(`@@ ${ranges} @@`)}\n`;
    heading = '';
    let at = first;
    for (const change of hunk) {
      yield print(' ', slice(at, change.at));
      if (change.removed > 0) yield print('-', slice(change.at, endOf(change)), colors.removed);
      yield print('+', change.text, colors.added);
      at = endOf(change);
    }
    yield print(' ', slice(at, last));
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

function shownToPeople(sign: string, text: string, paint: Paint): string {
  const shown = (line: string) => paint(`${sign}${visible(line.replace(trailingReturn, ''))}`);
  return text === '' ? '' : `${withoutFinalFeed(text).split('\n').map(shown).join('\n')}${finalFeed(text)}`;
}

function shownToTools(sign: string, text: string): string {
  return text === '' ? '' : `${sign}${withoutFinalFeed(text).replaceAll('\n', `\n${sign}`)}${finalFeed(text)}`;
}

function withoutFinalFeed(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

function finalFeed(text: string): string {
  return text.endsWith('\n') ? '\n' : '\n\\ No newline at end of file\n';
}

const trailingReturn = /\r$/;

function plain(text: string): string {
  return text;
}

/** As git writes names: odd ones in quotes, and a tab behind one that holds blanks. */
function header(side: 'a' | 'b', path: string): string {
  const name = `${side}/${path.replaceAll('\\', '/').replace(leadingSlashes, '')}`;
  if (odd().test(name)) return JSON.stringify(name).replace(unicodeEscape, octal);
  return name.includes(' ') ? `${name}\t` : name;
}

const leadingSlashes = /^(\.?\/)+/;
/** Made late, as `\p` takes its time. */
const odd = madeLate(() => /[\p{Cc}"]/u);
const unicodeEscape = /\\u00([0-9a-f]{2})/g;

function octal(_match: string, hex: string): string {
  return `\\${Number.parseInt(hex, 16).toString(8).padStart(3, '0')}`;
}

/** `removed` lines from line `at` (0-based) of the text give way to `text`, which has `added` lines. */
interface LineChange {
  readonly at: number;
  readonly removed: number;
  readonly added: number;
  readonly text: string;
}

/**
 * Which lines of a text edits change: straight from the edits, in linear time.
 * @param starts where its lines start, and at last where it ends
 * @param edits sorted by position, never overlapping
 */
function* changedLines(text: string, starts: readonly number[], edits: readonly TextEdit[]): Iterable<LineChange> {
  for (const { first, last, edits: inside } of regionsOf(text, starts, edits)) {
    const [start, end] = [starts[first]!, starts[Math.min(last + 1, starts.length - 1)]!];
    const old = text.slice(start, end);
    if (inside.length === 1 && isWholeLines(inside[0]!, start, old)) {
      const { text: lines } = inside[0]!;
      yield { at: first, removed: 0, added: countLines(lines), text: lines };
      continue;
    }
    const replacement = replaced(text, start, end, inside);
    if (old !== replacement) yield trimmed(first, old, replacement);
  }
}

/** Does an edit put lines in front of a line that they do not begin with? Nearly all do, and then nothing has to be compared. */
function isWholeLines(edit: TextEdit, lineStart: number, line: string): boolean {
  const { start, end, text } = edit;
  return (
    start === lineStart && end === lineStart && text.endsWith('\n') && line.endsWith('\n') && !text.startsWith(line)
  );
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

function replaced(text: string, start: number, end: number, edits: readonly TextEdit[]): string {
  let result = '';
  let at = start;
  for (const edit of edits) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at, end);
}

/** Without the lines that are equal on both sides at the beginning and at the end. */
function trimmed(first: number, before: string, after: string): LineChange {
  const head = equalHead(before, after);
  const tail = equalTail(before, after, head);
  const text = after.slice(head, after.length - tail);
  return {
    at: first + countLines(before.slice(0, head)),
    removed: countLines(before.slice(head, before.length - tail)),
    added: countLines(text),
    text,
  };
}

/** How many characters the lines have that two different texts begin with. */
function equalHead(before: string, after: string): number {
  const most = Math.min(before.length, after.length);
  let length = 0;
  while (length < most && before.charCodeAt(length) === after.charCodeAt(length)) length++;
  return length === 0 ? 0 : before.lastIndexOf('\n', length - 1) + 1;
}

/** The same of the lines that they end with, behind `head`, where a line begins. */
function equalTail(before: string, after: string, head: number): number {
  const most = Math.min(before.length, after.length) - head;
  let length = 0;
  while (length < most && before.charCodeAt(before.length - 1 - length) === after.charCodeAt(after.length - 1 - length))
    length++;
  const isLineStart = (text: string) => {
    const at = text.length - length;
    return at === head || text.charCodeAt(at - 1) === lineFeed;
  };
  if (isLineStart(before) && isLineStart(after)) return length;
  const feed = before.indexOf('\n', before.length - length);
  return feed < 0 ? 0 : before.length - feed - 1;
}

const lineFeed = 0x0a;

function countLines(text: string): number {
  let count = 0;
  for (let feed = text.indexOf('\n'); feed >= 0; feed = text.indexOf('\n', feed + 1)) count += 1;
  return text === '' || text.endsWith('\n') ? count : count + 1;
}
