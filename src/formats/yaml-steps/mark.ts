import { sha256 } from '../../lang/sha256.js';
import type { EmptyValue, InPlaceOfList, Nameless, NodeMark } from '../../model/mark.js';
import type { StandIn } from '../../model/plan.js';
import { lineEndAfter, lineStartBefore, withoutBreak } from '../../text/lines.js';
import { flowText } from '../../text/print-yaml.js';
import { emptyWords, nothing, readEmptyWords } from './empty-value.js';

/** The comment that a block of ours begins with. */
export interface WrittenMark {
  readonly rule: string;
  readonly digest: string;
  readonly instead: NodeMark['instead'];
  readonly cut: NodeMark['cut'];
  readonly unwritten: NodeMark['unwritten'];
  readonly empty: NodeMark['empty'];
  readonly lone: NodeMark['lone'];
  readonly named: NodeMark['named'];
  /** Offsets of its lines. */
  readonly start: number;
  readonly end: number;
}

/**
 * A digest of what a block says, by which an edit by hand is seen.
 * @param content a fingerprint: the same for the fields that were printed and for the text read back
 */
export function contentDigest(name: string, content: string): string {
  return sha256(`${name}\n${content}`).slice(0, noDigest.length);
}

/** As long as every digest. */
export const noDigest = '0'.repeat(12);

/** @param rules the rule's id, or those of all rules that share a handler, with commas between them */
export function markLine(rules: string, digest: string): string {
  return `${prefix}${rules} ${digest}`;
}

/** For a node that waits for the block: what it waited for in its place, where the block's own needs do not tell. */
export function insteadLine(waiter: string, { needs, cut, unwritten }: Told): string {
  const list = flowText(needs, true);
  const told = unwritten === 'taken over' ? takenOver + list : unwritten ? byStage : cut ? nothing : list;
  return `${prefix}${flowText(waiter, true)} waited for ${told}`;
}

type Told = Pick<StandIn, 'needs' | 'cut' | 'unwritten'>;

/** For a node that waits for the block: its list of needs was there and had no value, or nothing in it. */
export function emptyLine(waiter: string, value: EmptyValue): string {
  return `${prefix}${flowText(waiter, true)} waited for ${emptyWords(value)}`;
}

/** For a node that waits for the block: one name was there in place of a list. */
export function loneLine(waiter: string, need: string): string {
  return `${prefix}${flowText(waiter, true)} waited for ${flowText(need, true)}`;
}

/** For a node that waits for the block: an alias was there in place of a list of its own. */
export function aliasLine(waiter: string, alias: string): string {
  return `${prefix}${flowText(waiter, true)} waited for *${alias}`;
}

/** For a step that the block waits for: its name was written down so that it could. */
export function namedLine(name: string, before: Nameless): string {
  return `${prefix}${flowText(name, true)} ${namelessWords(before)}`;
}

function namelessWords(before: Nameless): string {
  if (before === 'no name') return hadNoName;
  if (before === 'command') return wasCommand;
  return before.empty ? `${hadEmptyName}: ${emptyWords(before.empty)}` : hadEmptyName;
}

const hadNoName = 'had no name';
const hadEmptyName = 'had an empty name';
const wasCommand = 'was a mere command';

/** No list was written. */
const byStage = 'earlier stages';

/** No list was written at the step itself. */
const takenOver = 'what it takes over, ';

const sign = '# ';
const prefix = `${sign}dagweave: `;

/** What follows the hooks inside of a command of several lines that was there before. */
export const endLine = `${prefix}end`;

/** Files that an earlier version wrote have six digits more, a digest of who waited for the block. */
const mark = /^# dagweave: ([A-Za-z0-9._/,-]+) ([0-9a-f]{12})(?:[0-9a-f]{6})?$/;
const namedBefore = /^# dagweave: ("(?:[^"\\]|\\.)*") ((?:had|was) .*)$/;
const waited = /^# dagweave: ("(?:[^"\\]|\\.)*") waited for (.*)$/;

const aliased = /^\*([^\s,[\]{}]+)$/;

/** Most texts hold no mark, and need not be searched for any. V8 finds up to six signs in a quarter of the time that it takes for more. */
export function mayHoldMarks(text: string): boolean {
  return text.includes('weave:') && text.includes(prefix.slice(sign.length));
}

/** The same for a `description`, where no comment can be. */
export function asDescription(lines: readonly string[]): string {
  return lines.map((line) => line.slice(sign.length)).join('\n');
}

export function markInDescription(text: string): Omit<WrittenMark, 'start' | 'end'> | undefined {
  return markInLines(text.split('\n').map((line) => sign + line));
}

/** A mark that is all of some lines. */
export function markInLines(lines: readonly string[]): Omit<WrittenMark, 'start' | 'end'> | undefined {
  const [first, ...others] = lines;
  const found = readMark(first!);
  const entries = others.map(readEntry);
  const complete = found && entries.every((entry) => entry !== undefined);
  return complete ? { ...found, ...toldBy(entries) } : undefined;
}

/**
 * The mark in the lines above the line of an offset, none of them before `floor`. Others may have put blank lines between, and
 * above a step comments as well.
 */
export function markAbove(
  text: string,
  offset: number,
  floor: number,
  { pastComments = false } = {},
): WrittenMark | undefined {
  const entries: Entry[] = [];
  let end: number | undefined;
  // A last line may lack its break.
  const isBehindAll = offset === text.length && !text.endsWith('\n');
  for (let line = isBehindAll ? offset : lineStartBefore(text, offset); line > floor; ) {
    const start = lineStartBefore(text, line - 1);
    if (start < floor) return undefined;
    const content = text.slice(start, line).trim();
    const found = readMark(content);
    if (found) return { ...found, ...toldBy(entries), start, end: end ?? line };
    const behindDash = readMark(content.replace(/^-[ ]+(?=#)/, ''));
    if (behindDash) return { ...behindDash, ...toldBy(entries), ...behindLast(text, start, line) };
    const entry = readEntry(content);
    if (entry) entries.push(entry);
    if (isOurs(content)) end ??= line;
    else if (content !== '' && !(pastComments && content.startsWith('#'))) return undefined;
    line = start;
  }
  return undefined;
}

/** A line of a mark that was edited by hand may tell nothing any more. */
function isOurs(line: string): boolean {
  return line.startsWith(prefix);
}

/**
 * Where the lines of marks end that are below the last step of a list, at its own indentation or a deeper one.
 * @param start offset where that step starts
 * @param end offset where it ends
 */
export function marksEndBelow(text: string, start: number, end: number): number {
  const indentation = indentationAt(text, lineStartBefore(text, start));
  let below = lineEndAfter(text, end);
  for (let line = below; line < text.length; ) {
    const behind = lineEndAfter(text, line);
    const content = text.slice(line, behind).trim();
    if (content !== '' && !content.startsWith('#')) break;
    if (isOurs(content) && indentationAt(text, line) >= indentation) below = behind;
    line = behind;
  }
  return below;
}

/**
 * What goes with a mark that is above a block, or above nothing: comments of others that are among its lines stay.
 * @param until where the block starts, or the mark ends
 * @returns without a `start` where the block is to be deleted apart from these parts
 */
export function markParts(
  text: string,
  mark: { readonly start: number; readonly end: number },
  until: number,
): { readonly start: number | undefined; readonly parts: readonly { readonly start: number; readonly end: number }[] } {
  const isBehind = text.slice(lineStartBefore(text, mark.start), mark.start).trim() !== '';
  if (isBehind) return { start: undefined, parts: [{ start: mark.start, end: mark.end }] };
  const parts: { start: number; end: number }[] = [];
  let isAlone = true;
  for (let line = mark.start; line < until; ) {
    const end = lineEndAfter(text, line);
    const content = text.slice(line, end).trim();
    if (isOurs(content)) parts.push({ start: line, end });
    else if (content.startsWith('#')) isAlone = false;
    line = end;
  }
  return isAlone ? { start: mark.start, parts: [] } : { start: undefined, parts };
}

function indentationAt(text: string, line: number): number {
  return /[ ]*/y.exec(text.slice(line, lineEndAfter(text, line)))![0].length;
}

/** A comment at the end of a line with the blanks before it: other tools put the mark of a first step behind the dash around it. */
function behindLast(text: string, start: number, line: number): { readonly start: number; readonly end: number } {
  const comment = text.indexOf('#', start);
  const blanks = /(?<![ \t])[ \t]*$/.exec(text.slice(start, comment))![0].length;
  return { start: comment - blanks, end: withoutBreak(text, line) };
}

/** The rule and the digest of a line, blanks around it taken off. */
export function readMark(line: string): Pick<WrittenMark, 'rule' | 'digest'> | undefined {
  const found = mark.exec(line);
  return found ? { rule: found[1]!, digest: found[2]! } : undefined;
}

/** What a further line of a mark tells: of a node that waits for the block, or of one that it waits for. */
type Entry =
  | ({ readonly kind: 'instead'; readonly waiter: string } & Told)
  | { readonly kind: 'empty'; readonly waiter: string; readonly value: EmptyValue }
  | { readonly kind: 'lone'; readonly waiter: string; readonly before: InPlaceOfList }
  | { readonly kind: 'named'; readonly name: string; readonly before: Nameless };

function toldBy(
  entries: readonly Entry[],
): Pick<WrittenMark, 'instead' | 'cut' | 'unwritten' | 'empty' | 'lone' | 'named'> {
  const instead = entries.filter((entry) => entry.kind === 'instead');
  const empty = entries.filter((entry) => entry.kind === 'empty');
  const named = entries.filter((entry) => entry.kind === 'named');
  return {
    instead: new Map([
      ...empty.map(({ waiter }) => [waiter, []] as const),
      ...instead.map(({ waiter, needs }) => [waiter, needs] as const),
    ]),
    empty: new Map(empty.map(({ waiter, value }) => [waiter, value])),
    lone: new Map(entries.flatMap((entry) => (entry.kind === 'lone' ? [[entry.waiter, entry.before] as const] : []))),
    cut: new Set(instead.flatMap(({ waiter, cut }) => (cut ? [waiter] : []))),
    unwritten: new Map(instead.flatMap(({ waiter, unwritten }) => (unwritten ? [[waiter, unwritten] as const] : []))),
    named: new Map(named.map(({ name, before }) => [name, before])),
  };
}

function readEntry(line: string): Entry | undefined {
  try {
    return readNamed(line) ?? readInstead(line);
  } catch {
    return undefined;
  }
}

function readNamed(line: string): Entry | undefined {
  const found = namedBefore.exec(line);
  const before = found && readNameless(found[2]!);
  return before ? { kind: 'named', name: JSON.parse(found[1]!) as string, before } : undefined;
}

function readNameless(words: string): Nameless | undefined {
  if (words === hadNoName) return 'no name';
  if (words === wasCommand) return 'command';
  if (words === hadEmptyName) return { empty: undefined };
  const empty = readEmptyWords(words.slice(`${hadEmptyName}: `.length));
  return empty && words.startsWith(`${hadEmptyName}: `) ? { empty } : undefined;
}

function readInstead(line: string): Entry | undefined {
  const found = waited.exec(line);
  if (!found) return undefined;
  const [waiter, told] = [JSON.parse(found[1]!) as string, found[2]!];
  const cut = told === nothing;
  if (told === byStage) return { kind: 'instead', waiter, needs: [], cut, unwritten: 'by stage' };
  const value = readEmptyWords(told);
  if (value) return { kind: 'empty', waiter, value };
  const alias = aliased.exec(told)?.[1];
  if (alias !== undefined) return { kind: 'lone', waiter, before: { alias } };
  const isTakenOver = told.startsWith(takenOver);
  const needs = cut ? [] : (JSON.parse(isTakenOver ? told.slice(takenOver.length) : told) as unknown);
  if (typeof needs === 'string') return { kind: 'lone', waiter, before: 'name' };
  const isList = Array.isArray(needs) && needs.every((need) => typeof need === 'string');
  if (!isList) return undefined;
  return { kind: 'instead', waiter, needs, cut, ...(isTakenOver ? { unwritten: 'taken over' } : {}) };
}
