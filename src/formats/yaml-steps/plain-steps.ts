import type { TextEdit } from '../../model/source.js';
import { lineEndAfter } from '../../text/lines.js';
import { scalarText } from '../../text/print-yaml.js';
import type { YamlItem, YamlPair, YamlScalar, YamlSequence } from '../../text/yaml-node.js';
import type { DocumentSlice } from '../../text/yaml-stream.js';
import { editNeeds } from './edit-needs.js';
import { startOfList } from './insert-steps.js';
import type { StepReader } from './read-back-steps.js';
import { blankBetween, endWithOwnComments, type StepSpelling } from './step-list.js';
import type { TextPlace } from './text-place.js';

/** The text of a workflow whose documents are plain, with what writing into it takes. */
export interface PlainWorkflowText {
  /** The file of a DAG. All have the same line breaks. */
  placeOf(dag: number): TextPlace;
  readonly lineBreak: string;
  readonly spelling: StepSpelling;
  readonly steps: PlainSteps;
  sliceOf(dag: number): DocumentSlice;
  nodeName(dag: number, node: number): string;
  /** The text of a step without what it waits for. */
  nodeText(dag: number, node: number): string;
  /** What a step is written to wait for, read in full. */
  pairInFull(dag: number, node: number): YamlPair;
  readonly reader: StepReader;
}

/** The places of the steps of plain documents, in one table of numbers: a row of columns for each step. */
export interface PlainSteps {
  add(outline: StepPlaces): void;
  /** The row of the first step of a DAG; that of the DAG behind the last one is how many rows there are. */
  firstRow(dag: number): number;
  at(row: number, column: number): number;
}

/** Where the steps of one document are, by step. */
export interface StepPlaces {
  readonly steps: number;
  readonly dash: readonly number[];
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly nameFrom: readonly number[];
  readonly nameTo: readonly number[];
  readonly needsFrom: readonly number[];
  readonly needsTo: readonly number[];
  readonly outputFrom: readonly number[];
  readonly outputTo: readonly number[];
}

/**
 * Where its dash is, where its first key is, where its last value ends; its name without quotes; what it needs, or -1; the variable
 * that it prints into, without quotes, or -1.
 */
export const stepColumn = {
  dash: 0,
  from: 1,
  to: 2,
  nameFrom: 3,
  nameTo: 4,
  needsFrom: 5,
  needsTo: 6,
  outputFrom: 7,
  outputTo: 8,
} as const;
const width = 9;

export function createPlainSteps(): PlainSteps {
  let cells = new Int32Array(1024);
  let used = 0;
  const rows: number[] = [0];
  return {
    add({ steps, dash, from, to, nameFrom, nameTo, needsFrom, needsTo, outputFrom, outputTo }) {
      while (cells.length < used + steps * width) {
        const larger = new Int32Array(cells.length * 2);
        larger.set(cells);
        cells = larger;
      }
      for (let at = 0; at < steps; at += 1) {
        cells[used + stepColumn.dash] = dash[at]!;
        cells[used + stepColumn.from] = from[at]!;
        cells[used + stepColumn.to] = to[at]!;
        cells[used + stepColumn.nameFrom] = nameFrom[at]!;
        cells[used + stepColumn.nameTo] = nameTo[at]!;
        cells[used + stepColumn.needsFrom] = needsFrom[at]!;
        cells[used + stepColumn.needsTo] = needsTo[at]!;
        cells[used + stepColumn.outputFrom] = outputFrom[at]!;
        cells[used + stepColumn.outputTo] = outputTo[at]!;
        used += width;
      }
      rows.push(used / width);
    },
    firstRow: (dag) => rows[dag]!,
    at: (row, column) => cells[row * width + column]!,
  };
}

/** Are there nothing but blanks in front of the dashes, as many before each, and the first keys right behind them? */
export function hasOneColumn(text: string, { steps, dash, from }: StepPlaces): boolean {
  const indentation = dash[0]! - text.lastIndexOf('\n', dash[0]! - 1) - 1;
  for (let at = 0; at < steps; at += 1) {
    const start = dash[at]! - indentation;
    if (!areBlanks(text, start, dash[at]!) || (start > 0 && text.charCodeAt(start - 1) !== 0x0a)) return false;
    if (from[at]! - dash[at]! > mostOffset || !areBlanks(text, dash[at]! + 1, from[at]!)) return false;
  }
  return true;
}

// Further behind its dash, a first key says nothing of how others are laid out.
const mostOffset = 30;

function areBlanks(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (text.charCodeAt(at) !== 0x20) return false;
  return true;
}

/** How what is put between the steps of a document is laid out. */
export interface StepLayout {
  /** How many blanks are in front of a dash. */
  readonly indentation: number;
  /** How far the fields of a step are behind its dash. */
  readonly offset: number;
  /** A blank line is between steps. */
  readonly spaced: boolean;
}

export function layoutOfSteps(place: TextPlace, steps: PlainSteps, row: number, count: number): StepLayout {
  const memberAt = (at: number) => ({
    start: steps.at(at, stepColumn.dash),
    end: steps.at(at, stepColumn.to),
    value: noValue,
  });
  const dash = steps.at(row, stepColumn.dash);
  return {
    indentation: dash - place.lineStart(dash),
    offset: steps.at(row, stepColumn.from) - dash,
    spaced: count > 1 && blankBetween(place.text, [memberAt(row), memberAt(row + 1)]),
  };
}

const noValue: YamlScalar = {
  kind: 'scalar',
  start: 0,
  end: 0,
  anchor: undefined,
  style: 'plain',
  value: '',
  type: 'null',
};

/** Puts the lines of a hook behind a step. */
export function insertBehind(
  place: TextPlace,
  steps: PlainSteps,
  row: number,
  { indentation, spaced }: StepLayout,
  block: string,
): TextEdit {
  const end = endWithOwnComments(place.text, steps.at(row, stepColumn.to), indentation);
  const at = lineEndAfter(place.text, end);
  const isUnended = at === place.text.length && !place.text.endsWith('\n');
  const blank = spaced ? place.lineBreak : '';
  if (!isUnended) return place.replace(at, at, blank + block);
  return place.replace(at, at, place.lineBreak + blank + block.slice(0, -place.lineBreak.length));
}

/** Puts the lines of a hook in front of the first step. */
export function insertInFront(
  place: TextPlace,
  steps: PlainSteps,
  row: number,
  { indentation, spaced }: StepLayout,
  block: string,
): TextEdit {
  const line = place.lineStart(steps.at(row, stepColumn.dash));
  const at = startOfList(place, 'sequence', line, indentation);
  return place.replace(at, at, spaced ? block + place.lineBreak : block);
}

export interface Rewiring {
  readonly wanted: readonly string[];
  /** What is written there, as a plan names it. */
  readonly kept: readonly string[];
  /** Reads what is written there, where that is more than bare words. */
  pairInFull(): YamlPair;
}

/**
 * Makes a step that waits for one other wait for another one, as nearly all do.
 * @returns `undefined` where that is written as more than a bare word, or stays
 */
export function rewireOne(
  place: TextPlace,
  steps: PlainSteps,
  row: number,
  wanted: string,
  kept: string,
): TextEdit | undefined {
  const start = steps.at(row, stepColumn.needsFrom);
  const word = start < 0 ? undefined : onlyNeed(place.text, start, steps.at(row, stepColumn.needsTo), kept);
  if (!word || wanted === kept) return undefined;
  return place.replace(word.from, word.to, word.dashed ? scalarText(wanted) : place.flow(wanted));
}

/** Makes a step wait for others. */
export function rewire(
  place: TextPlace,
  steps: PlainSteps,
  row: number,
  { needs: key }: StepSpelling,
  { wanted, kept, pairInFull }: Rewiring,
): readonly TextEdit[] {
  const start = steps.at(row, stepColumn.needsFrom);
  if (start < 0) {
    const from = steps.at(row, stepColumn.from);
    const indent = ' '.repeat(from - place.lineStart(from));
    return [place.insertLines(steps.at(row, stepColumn.to), [`${indent}${key}: ${place.flow(wanted)}`])];
  }
  if (wanted.length === 1 && kept.length === 1 && wanted[0] === kept[0]) return [];
  const end = steps.at(row, stepColumn.needsTo);
  const value = needsAt(place.text, start, end);
  return editNeeds(place, value ? pairOf(value) : pairInFull(), wanted, kept);
}

/**
 * Nearly every step waits for one other: where that word is, with brackets around it, a dash before it or neither.
 * @param name the one that it waits for
 */
export function onlyNeed(
  text: string,
  start: number,
  end: number,
  name: string,
): { readonly from: number; readonly to: number; readonly dashed: boolean } | undefined {
  const sign = text.charCodeAt(start);
  const to = sign === openingBracket ? end - 1 : end;
  const from = sign === openingBracket ? start + 1 : sign === dash ? behindDash(text, start) : start;
  return to - from === name.length && bareWord.test(name) ? { from, to, dashed: sign === dash } : undefined;
}

function pairOf(value: YamlSequence | YamlScalar): YamlPair {
  return { start: value.start, key: noValue, value };
}

/** A list of words in brackets or with a dash before each, or one word; `undefined` where it is written in another way. */
function needsAt(text: string, start: number, end: number): YamlSequence | YamlScalar | undefined {
  const written = text.slice(start, end);
  if (bareWord.test(written)) return wordAt(start, written);
  const flow = bareWords.test(written);
  if (!flow && !dashedWords.test(written)) return undefined;
  const items: YamlItem[] = [];
  for (const { index, 0: whole } of written.matchAll(flow ? /[^[\], ]+/g : /- +[^ \r\n]+/g)) {
    const word = flow ? whole : whole.slice(1).trimStart();
    const behind = start + index + whole.length;
    items.push({ start: start + index, value: wordAt(behind - word.length, word) });
  }
  return { kind: 'sequence', start, end, anchor: undefined, flow, items };
}

function behindDash(text: string, start: number): number {
  let at = start + 1;
  while (text.charCodeAt(at) === space) at += 1;
  return at;
}

const space = 0x20;
const dash = 0x2d;
const openingBracket = 0x5b;
const bareWord = /^[\w.-]+$/;
const bareWords = /^\[ *[\w.-]+(?: *, *[\w.-]+)* *\]$/;
const dashedWords = /^- +[\w.-]+(?:\r?\n *- +[\w.-]+)*$/;

function wordAt(start: number, value: string): YamlScalar {
  return { kind: 'scalar', start, end: start + value.length, anchor: undefined, style: 'plain', value, type: 'string' };
}
