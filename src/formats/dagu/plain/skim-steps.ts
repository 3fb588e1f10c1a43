import { dash, doubleQuote, hash, singleQuote, space } from '../../../text/flat/characters.js';
import { lineEndAfter } from '../../../text/lines.js';
import type { DocumentSlice } from '../../../text/yaml-stream.js';

/** What the lines of a document seem to say. */
export interface SkimmedSteps {
  /** `chain`, `graph`, or empty where the document does not say. */
  readonly type: string;
  readonly steps: readonly SkimmedStep[];
}

export interface SkimmedStep {
  readonly name: string;
  /** Offset of its dash. */
  readonly dash: number;
  /** Offset of the last line that is no comment. */
  readonly lastLine: number;
  /** Names of what it waits for; empty where it does not say. */
  readonly needs: readonly string[];
  /** Where that is written: one word, a list within brackets, or a dash before each word. -1 where it does not say. */
  readonly needsFrom: number;
  readonly needsTo: number;
}

/**
 * Reads steps by the indentation of lines alone, in less time than a scan takes. A line within a quoted text may look like a
 * step as well, so this is a guess.
 * @returns `undefined` where the steps are written in another way
 */
export function skimSteps(text: string, { content, contentEnd, marked }: DocumentSlice): SkimmedSteps | undefined {
  const skim: Skim = { text, type: '', steps: [], place: 'above', dashColumn: -1, keyColumn: Number.MAX_SAFE_INTEGER };
  for (let line = marked ? lineEndAfter(text, content) : content; line < contentEnd; ) {
    const first = afterSpaces(text, line);
    const end = lineEndAfter(text, first);
    const code = text.charCodeAt(first);
    const isComment = code === hash && first - line <= skim.keyColumn;
    if (code > space && !isComment && !readLine(skim, line, first, end)) return undefined;
    line = end;
  }
  return skim.steps.length > 0 && skim.place !== 'needs' && skim.steps.every(isTold) ? skim : undefined;
}

interface Skim {
  readonly text: string;
  type: string;
  readonly steps: OpenStep[];
  /** Where the next line is; in `needs` where a list of them has no entry yet. */
  place: 'above' | 'steps' | 'needs' | 'further needs' | 'below';
  dashColumn: number;
  keyColumn: number;
}

/** Lines of it are still to come. */
type OpenStep = { -readonly [key in keyof Omit<SkimmedStep, 'needs'>]: SkimmedStep[key] } & { needs: string[] };

/** A line that has something on it, from `first` on. */
function readLine(skim: Skim, line: number, first: number, end: number): boolean {
  const { text, steps, place } = skim;
  const column = first - line;
  const isItem = text.charCodeAt(first) === dash && text.charCodeAt(first + 1) === space;
  if (column === 0 && !isItem) return readOutermostKey(skim, first, end);
  if (place === 'above' || place === 'below') return true;
  if (steps.length === 0) skim.dashColumn = column;
  if (column <= skim.dashColumn) return column === skim.dashColumn && isItem && readDash(skim, line, first, end);
  const step = steps.at(-1)!;
  step.lastLine = line;
  if (isItem && place !== 'steps') return readNeed(skim, step, first, end);
  if (column === skim.keyColumn) return readKey(skim, step, first, end);
  return place === 'steps';
}

function readOutermostKey(skim: Skim, first: number, end: number): boolean {
  const { text, place } = skim;
  if (text.startsWith('type:', first)) skim.type = valueOn(text, first + 5, end).value;
  const areSteps = text.startsWith('steps:', first);
  if (areSteps) skim.place = 'steps';
  else if (place !== 'above') skim.place = 'below';
  return areSteps ? place === 'above' && valueOn(text, first + 6, end).value === '' : place !== 'needs';
}

function readDash(skim: Skim, line: number, first: number, end: number): boolean {
  const key = afterSpaces(skim.text, first + 1);
  skim.keyColumn = key - line;
  const step = { name: '', dash: first, lastLine: line, needs: [], needsFrom: -1, needsTo: -1 };
  skim.steps.push(step);
  return readKey(skim, step, key, end);
}

function readKey(skim: Skim, step: OpenStep, key: number, end: number): boolean {
  const { text, place } = skim;
  skim.place = 'steps';
  const initial = text.charCodeAt(key);
  if (initial === letterN && text.startsWith('name:', key)) step.name = wordIn(valueOn(text, key + 5, end).value);
  if (initial !== letterD || !text.startsWith('depends:', key)) return place !== 'needs';
  const { from, value } = valueOn(text, key + 8, end);
  if (value === '') skim.place = 'needs';
  else {
    const isList = value.startsWith('[') && value.endsWith(']');
    step.needs = (isList ? value.slice(1, -1).split(',') : [value]).map((word) => wordIn(word.trim()));
    step.needsFrom = from;
    step.needsTo = from + value.length;
  }
  return place !== 'needs';
}

/** To look at one letter takes less time than to ask for a word. */
const letterD = 0x64;
const letterN = 0x6e;

/** One of those that are written below each other. */
function readNeed(skim: Skim, step: OpenStep, first: number, end: number): boolean {
  const { from, value } = valueOn(skim.text, first + 1, end);
  if (skim.place === 'needs') step.needsFrom = first;
  skim.place = 'further needs';
  step.needs.push(wordIn(value));
  step.needsTo = from + value.length;
  return true;
}

function isTold({ name, needs }: OpenStep): boolean {
  return name !== '' && !needs.includes('');
}

function afterSpaces(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) === space) at += 1;
  return at;
}

/** What is written on a line from an offset on, without blanks and a comment around it. */
function valueOn(text: string, start: number, end: number): { readonly from: number; readonly value: string } {
  const from = afterSpaces(text, start);
  const rest = text.slice(from, end);
  const comment = rest.startsWith('#') ? 0 : rest.indexOf(' #');
  return { from, value: (comment < 0 ? rest : rest.slice(0, comment)).trim() };
}

/** @returns empty where that is no word as names are written, in quotes or not */
function wordIn(value: string): string {
  const first = value.charCodeAt(0);
  if (first !== doubleQuote && first !== singleQuote) return plainWord.test(value) ? value : '';
  const quoted = inQuotes.exec(value);
  return quoted ? (quoted[1] ?? quoted[2]!) : '';
}

const inQuotes = /^(?:"([^"\\]*)"|'([^']*)')$/;
const plainWord = /^[^\s"'\\,[\]{}#&*!|>%@`?:-][^\\,[\]{}]*$/;
