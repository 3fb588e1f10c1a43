import { type FlatDocument, isScalar, nodeKind } from '../../../text/flat/flat-document.js';
import { scalarType } from '../../../text/flat/values.js';
import { conditionKeys, keyUse, type PlainKey, retryKeys, rootKeys, stepKeys } from './plain-keys.js';

/**
 * What is asked of a plain document, by offsets into the text. One is used again for each document: what is in it holds until the
 * next one is read.
 */
export interface Outline {
  /** The name of the DAG. */
  name: string;
  /** The place of that name. */
  titleFrom: number;
  titleTo: number;
  /** `chain`, `graph`, or empty where the document does not say. */
  type: string;
  /** Is there a key that only 1.x knows, or only 2.x? */
  speaksForV1: boolean;
  speaksForV2: boolean;
  /** Does a step have `run`, which means different things to the two? */
  hasRuns: boolean;
  /** What it sets for its steps, in one text: equal texts mean the same to every hook. */
  settings: string;
  /** Where the list of steps starts. */
  listFrom: number;
  /** How many keys the document has. */
  keys: number;
  steps: number;
  names: string[];
  /** By step: where its name is, without quotes. */
  nameFrom: number[];
  nameTo: number[];
  /** By step: where its dash is, where its first key is, and where its last value ends. */
  dash: number[];
  from: number[];
  to: number[];
  /** By step: the value of `depends`; -1 without one. */
  needsFrom: number[];
  needsTo: number[];
  /** By step: where its needs begin in `needs`; one entry more than there are steps. */
  firstNeed: number[];
  /** Positions of the steps that are needed. */
  needs: number[];
  /** By step: the name of the DAG that it calls; empty without a call. */
  calls: string[];
  /** By step: what it leaves its output in; empty where it does not. */
  outputs: string[];
  /** By step: may the engine skip it? */
  conditional: boolean[];
  /** By step: its nodes in the flat document begin here. */
  node: number[];
}

export function createOutline(): Outline {
  return {
    ...{ name: '', titleFrom: 0, titleTo: 0, type: '', speaksForV1: false, speaksForV2: false, hasRuns: false },
    ...{ settings: '', listFrom: 0, keys: 0, steps: 0, names: [], nameFrom: [], nameTo: [] },
    ...{ dash: [], from: [], to: [], needsFrom: [], needsTo: [] },
    ...{ firstNeed: [], needs: [], calls: [], outputs: [], conditional: [], node: [] },
  };
}

/**
 * Reads what is asked of a document.
 * @param strict false for a text that we made from a plain one: its hooks may have keys that others must not have
 * @returns false where the document is other than plain, sound or not: then it is read in full
 */
export function readOutline(outline: Outline, document: FlatDocument, strict: boolean): boolean {
  if (document.count === 0 || document.kind[0] !== nodeKind.map) return false;
  outline.name = '';
  outline.type = '';
  outline.settings = '';
  outline.speaksForV1 = outline.speaksForV2 = outline.hasRuns = false;
  outline.keys = 0;
  outline.steps = 0;
  let hasName = false;
  let list = -1;
  const end = document.next[0]!;
  for (let key = 1; key < end; ) {
    const value = key + 1;
    const found = keyAt(document, key, rootKeys);
    outline.keys += 1;
    if (found === undefined) {
      if (strict) return false;
    } else {
      tellVersion(outline, found);
      switch (found.use) {
        case keyUse.name:
          if (!isPlainText(document, value)) return false;
          outline.name = textOf(document, value);
          outline.titleFrom = document.from[value]!;
          outline.titleTo = document.to[value]!;
          hasName = outline.name !== '';
          break;
        case keyUse.type:
          outline.type = isPlainText(document, value) ? textOf(document, value) : '?';
          if (outline.type !== 'chain' && outline.type !== 'graph') return false;
          break;
        case keyUse.env:
          if (!addEnvironment(outline, document, value)) return false;
          break;
        case keyUse.params:
          outline.settings += `params ${document.text.slice(document.from[value], document.to[value])}\n`;
          break;
        case keyUse.steps:
          list = value;
          break;
      }
    }
    key = document.next[value]!;
  }
  return hasName && list >= 0 && readSteps(outline, document, list, strict);
}

function tellVersion(outline: Outline, { speaksFor }: PlainKey): void {
  if (speaksFor === 1) outline.speaksForV1 = true;
  if (speaksFor === 2) outline.speaksForV2 = true;
}

function readSteps(outline: Outline, document: FlatDocument, list: number, strict: boolean): boolean {
  if (document.kind[list] !== nodeKind.sequence) return false;
  outline.listFrom = document.from[list]!;
  const end = document.next[list]!;
  let count = 0;
  for (let step = list + 1; step < end; step = document.next[step]!) {
    if (document.kind[step] !== nodeKind.map || !readStep(outline, document, step, count, strict)) return false;
    count += 1;
  }
  outline.steps = count;
  return count > 0 && readNeeds(outline, document);
}

function readStep(outline: Outline, document: FlatDocument, step: number, at: number, strict: boolean): boolean {
  outline.node[at] = step;
  outline.dash[at] = document.dash[step]!;
  outline.from[at] = document.from[step]!;
  outline.to[at] = document.to[step]!;
  outline.names[at] = '';
  outline.calls[at] = '';
  outline.outputs[at] = '';
  outline.conditional[at] = false;
  outline.needsFrom[at] = -1;
  outline.needsTo[at] = -1;
  outline.firstNeed[at] = -1;
  let works = false;
  let runs = false;
  let hasParameters = false;
  const end = document.next[step]!;
  for (let key = step + 1; key < end; ) {
    const value = key + 1;
    const found = keyAt(document, key, stepKeys);
    if (found === undefined) {
      if (strict) return false;
    } else {
      tellVersion(outline, found);
      switch (found.use) {
        case keyUse.name:
          if (!isPlainText(document, value)) return false;
          outline.names[at] = textOf(document, value);
          outline.nameFrom[at] = document.from[value]! + quotesOf(document, value);
          outline.nameTo[at] = document.to[value]! - quotesOf(document, value);
          break;
        case keyUse.needs:
          outline.needsFrom[at] = document.from[value]!;
          outline.needsTo[at] = document.to[value]!;
          // Where its value is, until all names are known.
          outline.firstNeed[at] = value;
          break;
        case keyUse.call:
          if (!isPlainText(document, value)) return false;
          outline.calls[at] = textOf(document, value);
          works = true;
          break;
        case keyUse.work:
          if (!isSomeText(document, value)) return false;
          works = true;
          break;
        case keyUse.run:
          if (!isSomeText(document, value)) return false;
          outline.hasRuns = true;
          works = true;
          runs = true;
          break;
        case keyUse.params:
          hasParameters = true;
          break;
        case keyUse.output:
          if (!isPlainText(document, value)) return false;
          outline.outputs[at] = textOf(document, value);
          break;
        case keyUse.retries:
          if (strict && !hasKeys(document, value, retryKeys)) return false;
          break;
        case keyUse.condition:
          if (strict && !isCondition(document, value)) return false;
          outline.conditional[at] = true;
          break;
      }
    }
    key = document.next[value]!;
  }
  // In 1.x that is a call.
  if (runs && hasParameters) return false;
  return outline.names[at] !== '' && (works || !strict);
}

/** Finds the steps that are needed by their names. */
function readNeeds(outline: Outline, document: FlatDocument): boolean {
  const { names, firstNeed, needs, steps } = outline;
  const positions = steps > fewSteps ? new Map<string, number>() : undefined;
  for (let at = 0; at < steps; at += 1) {
    const name = names[at]!;
    if (positions ? positions.has(name) : positionOf(names, name, at) >= 0) return false;
    positions?.set(name, at);
  }
  let count = 0;
  const needed = positions && new Set<number>();
  const isRepeated = (need: number, first: number): boolean => {
    if (needed) {
      const { size } = needed;
      return needed.add(need).size === size;
    }
    for (let other = first; other < count; other += 1) if (needs[other] === need) return true;
    return false;
  };
  const add = (node: number, first: number): boolean => {
    if (!isPlainText(document, node)) return false;
    const name = textOf(document, node);
    const need = positions ? (positions.get(name) ?? -1) : positionOf(names, name, steps);
    if (need < 0 || isRepeated(need, first)) return false;
    needs[count] = need;
    count += 1;
    return true;
  };
  for (let at = 0; at < steps; at += 1) {
    const value = firstNeed[at]!;
    const first = count;
    firstNeed[at] = first;
    if (value < 0) continue;
    needed?.clear();
    const kind = document.kind[value];
    if (kind === nodeKind.sequence || kind === nodeKind.flowSequence) {
      const end = document.next[value]!;
      for (let item = value + 1; item < end; item = document.next[item]!) if (!add(item, first)) return false;
      if (count === first) return false;
    } else if (!add(value, first)) return false;
  }
  firstNeed[steps] = count;
  return true;
}

/** Up to here, comparing names is quicker than an index of them. */
const fewSteps = 16;

function positionOf(names: readonly string[], name: string, before: number): number {
  for (let at = 0; at < before; at += 1) if (names[at] === name) return at;
  return -1;
}

function keyAt(
  { text, from, to, kind }: FlatDocument,
  key: number,
  keys: ReadonlyMap<string, PlainKey>,
): PlainKey | undefined {
  return kind[key] === nodeKind.plain ? keys.get(text.slice(from[key], to[key])) : undefined;
}

/** A text of one line that is there and means what is written there, quotes around it apart. */
function isPlainText(document: FlatDocument, node: number): boolean {
  const { text, from, to, kind } = document;
  const [start, end] = [from[node]!, to[node]!];
  if (kind[node] === nodeKind.plain) {
    const lineBreak = text.indexOf('\n', start);
    return (lineBreak < 0 || lineBreak >= end) && scalarType(document, node) !== 'null';
  }
  if (kind[node] !== nodeKind.single && kind[node] !== nodeKind.double) return false;
  for (let at = start + 1; at < end - 1; at += 1) {
    const code = text.charCodeAt(at);
    if (code < space || code === backslash || code === singleQuote || code === doubleQuote) return false;
  }
  return end - start > 2 && text.charCodeAt(start + 1) > space && text.charCodeAt(end - 2) > space;
}

const space = 0x20;
const doubleQuote = 0x22;
const singleQuote = 0x27;
const backslash = 0x5c;

function textOf(document: FlatDocument, node: number): string {
  const quotes = quotesOf(document, node);
  return document.text.slice(document.from[node]! + quotes, document.to[node]! - quotes);
}

function quotesOf({ kind }: FlatDocument, node: number): number {
  return kind[node] === nodeKind.plain ? 0 : 1;
}

/** A text that is there. */
function isSomeText(document: FlatDocument, node: number): boolean {
  const kind = document.kind[node]!;
  if (!isScalar(kind) || kind === nodeKind.missing) return false;
  return kind !== nodeKind.plain || scalarType(document, node) !== 'null';
}

/** Is it a mapping with no other keys than these? */
function hasKeys({ text, from, to, kind, next }: FlatDocument, map: number, keys: ReadonlySet<string>): boolean {
  if (kind[map] !== nodeKind.map && kind[map] !== nodeKind.flowMap) return false;
  for (let key = map + 1; key < next[map]!; key = next[key + 1]!)
    if (kind[key] !== nodeKind.plain || !keys.has(text.slice(from[key], to[key]))) return false;
  return true;
}

/** One condition, or a list of some. */
function isCondition(document: FlatDocument, value: number): boolean {
  const { kind, next } = document;
  if (isScalar(kind[value]!)) return isSomeText(document, value);
  if (kind[value] !== nodeKind.sequence && kind[value] !== nodeKind.flowSequence)
    return hasKeys(document, value, conditionKeys);
  for (let item = value + 1; item < next[value]!; item = next[item]!)
    if (isScalar(kind[item]!) ? !isSomeText(document, item) : !hasKeys(document, item, conditionKeys)) return false;
  return next[value]! > value + 1;
}

/** The variables that a document sets, each with its value as far as hooks can know it before the run. */
function addEnvironment(outline: Outline, document: FlatDocument, value: number): boolean {
  const { kind, next } = document;
  if (kind[value] === nodeKind.map) return addPairs(outline, document, value);
  if (kind[value] !== nodeKind.sequence) return false;
  for (let item = value + 1; item < next[value]!; item = next[item]!) {
    if (kind[item] === nodeKind.map) {
      if (!addPairs(outline, document, item)) return false;
    } else {
      if (!isPlainText(document, item)) return false;
      const text = textOf(document, item);
      const equals = text.indexOf('=');
      if (equals < 1) return false;
      addSetting(outline, text.slice(0, equals), text.slice(equals + 1));
    }
  }
  return true;
}

function addPairs(outline: Outline, document: FlatDocument, map: number): boolean {
  const { kind, next } = document;
  for (let key = map + 1; key < next[map]!; key = next[key + 1]!) {
    if (kind[key] !== nodeKind.plain || !isPlainText(document, key + 1)) return false;
    addSetting(outline, textOf(document, key), textOf(document, key + 1));
  }
  return true;
}

/** What the engine expands is known when the DAG runs, whatever it is. */
function addSetting(outline: Outline, name: string, value: string): void {
  const isExpanded = value.includes('$') || value.includes('`');
  outline.settings += isExpanded ? `${name}$\n` : `${name}=${value}\n`;
}
