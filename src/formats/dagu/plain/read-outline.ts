import { madeLate } from '../../../lang/late.js';
import { type FlatDocument, isScalar, nodeKind } from '../../../text/flat/flat-document.js';
import { scalarType } from '../../../text/flat/values.js';
import { trimSpace } from '../../../text/trim-space.js';
import { createWordFinder, type FindWord } from '../../../text/word-finder.js';
import { isSoundAction } from '../action-inputs.js';
import { dialectOfRootKey } from '../dialect.js';
import { fieldIn } from '../field-table.js';
import { innerOf } from '../keys.js';
import { tellVersionsInside } from './inner-versions.js';
import type { Outline } from './outline.js';
import { readNeeds } from './outline-needs.js';
import { addEnvironment, addParameters, addWordsUnderName, wordsOf } from './outline-settings.js';
import { keyUse, outputKeys, type PlainKey, retryKeys, rootKeys, stepKeys } from './plain-keys.js';
import { isOfField } from './plain-kinds.js';
import {
  areTexts,
  hasKeys,
  isCondition,
  isSomeText,
  isTextAsWritten,
  keysIn,
  quotesOf,
  textOf,
  valueAt,
} from './plain-values.js';
import { addRareField } from './rare-fields.js';

/**
 * Reads what is asked of a document.
 * @returns false where the document is other than plain, sound or not: then it is read in full
 */
export function readOutline(outline: Outline, document: FlatDocument): boolean {
  if (document.count === 0 || document.kind[0] !== nodeKind.map) return false;
  const firstKey = 1;
  outline.name = '';
  outline.type = '';
  outline.firstKey = document.from[firstKey]!;
  outline.settings = outline.handed = outline.oddWords = '';
  outline.speaksForV1 = outline.speaksForV2 = outline.hasRuns = false;
  outline.isOdd = outline.isRare = outline.hasIds = outline.hasFolder = false;
  outline.steps = 0;
  let name = -1;
  let list = -1;
  let env = -1;
  let oddKeys: number[] | undefined;
  const end = document.next[0]!;
  for (let key = firstKey; key < end; ) {
    const value = key + 1;
    const found = keyAt(document, key, findRootKey);
    if (found === undefined) {
      if (!mayBeOdd(outline, document, key)) return false;
      oddKeys ??= [];
      oddKeys.push(key);
    } else {
      tellVersion(outline, found);
      if (!isOfField(document, value, found.field)) return false;
      switch (found.use) {
        case keyUse.name:
          if (!isTextAsWritten(document, value)) return false;
          outline.name = textOf(document, value);
          if (outline.name === '') return false;
          name = value;
          break;
        case keyUse.type:
          if (!isTextAsWritten(document, value)) return false;
          outline.type = textOf(document, value);
          if (outline.type !== 'chain' && outline.type !== 'graph') return false;
          break;
        case keyUse.env:
          env = value;
          break;
        case keyUse.params:
          addParameters(outline, document, key);
          break;
        case keyUse.folder:
          outline.hasFolder = true;
          break;
        case keyUse.steps:
          list = value;
          break;
      }
    }
    key = document.next[value]!;
  }
  if (list < 0 || (env >= 0 && !addEnvironment(outline, document, env))) return false;
  if (oddKeys) addOddPairs(outline, document, oddKeys);
  const named = name < 0 ? firstKey : name;
  outline.ownNameFrom = document.from[named]!;
  outline.ownNameTo = document.to[named]!;
  return readSteps(outline, document, list);
}

/** @returns false where it may be another spelling of a key that is asked for */
function mayBeOdd(outline: Outline, document: FlatDocument, key: number): boolean {
  const written = document.text.slice(document.from[key], document.to[key]);
  if (document.kind[key] !== nodeKind.plain || inLowerCase().has(written.toLowerCase())) return false;
  // The one may say of all steps what few say of themselves, the other may bring in any key.
  if (written === 'defaults' || written === '<<') return false;
  if (!isOfField(document, key + 1, fieldIn('document', written, 'both'))) return false;
  const inner = innerOf('document', written);
  if (inner && !tellVersionsInside(outline, document, key + 1, inner)) return false;
  const dialect = dialectOfRootKey(written);
  if (dialect === 'v1') outline.speaksForV1 = true;
  if (dialect === 'v2') outline.speaksForV2 = true;
  return true;
}

/** Only now is the name known that they may hold. */
function addOddPairs(outline: Outline, document: FlatDocument, keys: readonly number[]): void {
  outline.isOdd = true;
  for (const key of keys) {
    outline.oddWords += `${wordsOf(document, key)}\n`;
    addWordsUnderName(outline, document, key);
  }
}

/** 1.x takes keys in any case. */
const inLowerCase = madeLate(
  (): ReadonlySet<string> => new Set([...rootKeys().keys()].map((key) => key.toLowerCase())),
);

function tellVersion(outline: Outline, { speaksFor }: PlainKey): void {
  if (speaksFor === 1) outline.speaksForV1 = true;
  if (speaksFor === 2) outline.speaksForV2 = true;
}

function readSteps(outline: Outline, document: FlatDocument, list: number): boolean {
  if (document.kind[list] !== nodeKind.sequence) return false;
  const end = document.next[list]!;
  let count = 0;
  for (let step = list + 1; step < end; step = document.next[step]!) {
    if (document.kind[step] !== nodeKind.map || !readStep(outline, document, step, count)) return false;
    count += 1;
  }
  outline.steps = count;
  return count > 0 && readNeeds(outline, document) && (!outline.hasIds || areNamesOfOne(outline));
}

function readStep(outline: Outline, document: FlatDocument, step: number, at: number): boolean {
  beginStep(outline, document, step, at);
  let works = false;
  let runs = false;
  let hasParameters = false;
  let action = -1;
  let given = -1;
  let hasOtherWords = false;
  let hasKind = false;
  let isTolerant = false;
  const end = document.next[step]!;
  for (let key = step + 1; key < end; ) {
    const value = key + 1;
    const found = keyAt(document, key, findStepKey);
    if (found === undefined) return false;
    tellVersion(outline, found);
    if (!isOfField(document, value, found.field)) return false;
    if (found.use === keyUse.action) action = value;
    if (found.use === keyUse.given) given = value;
    hasOtherWords ||= found.isOtherWord;
    switch (found.use) {
      case keyUse.name:
        if (!isTextAsWritten(document, value)) return false;
        outline.names[at] = textOf(document, value);
        outline.nameFrom[at] = document.from[value]! + quotesOf(document, value);
        outline.nameTo[at] = document.to[value]! - quotesOf(document, value);
        break;
      case keyUse.needs:
        outline.needsFrom[at] = document.from[value]!;
        outline.needsTo[at] = document.to[value]!;
        outline.needsNode[at] = value;
        break;
      case keyUse.call:
        if (!isTextAsWritten(document, value)) return false;
        outline.calls[at] = textOf(document, value);
        works = true;
        break;
      case keyUse.command:
        if (!isSomeText(document, value) && !areTexts(document, value)) return false;
        works = true;
        break;
      case keyUse.work:
        if (!isSomeText(document, value)) return false;
        works = true;
        break;
      case keyUse.run:
        if (!isSomeText(document, value)) return false;
        outline.hasRuns = true;
        outline.runFrom[at] = document.from[value]!;
        outline.runTo[at] = document.to[value]!;
        works = true;
        runs = true;
        break;
      case keyUse.params:
        hasParameters = true;
        outline.handed += `${wordsOf(document, key)}\n`;
        break;
      case keyUse.id:
      case keyUse.action:
      case keyUse.given:
      case keyUse.text:
      case keyUse.rare: {
        const rare = addRareField(outline, document, at, key, found.use);
        if (!rare) return false;
        works ||= rare.works === true;
        hasKind ||= rare.isKind === true;
        hasParameters ||= rare.isOfCall === true;
        isTolerant ||= rare.isTolerant === true;
        break;
      }
      case keyUse.output:
        if (!readOutput(outline, document, at, value)) return false;
        break;
      case keyUse.retries:
        if (!hasKeys(document, value, retryKeys) || !tellVersionsInside(outline, document, value, 'retries'))
          return false;
        break;
      case keyUse.condition:
        if (!isCondition(document, value) || !tellVersionsInside(outline, document, value, 'condition')) return false;
        outline.conditional[at] = true;
        break;
    }
    key = document.next[value]!;
  }
  // In 1.x that is a call, and in 2.x refused.
  if ((runs || action >= 0) && hasParameters) return false;
  if ((runs || action >= 0) && hasOtherWords) return false;
  if (action >= 0 && !isSound(document, action, given)) return false;
  // No version takes a type that calls no DAG beside `parallel`.
  if (hasKind && hasParameters) return false;
  // Then the task that it calls is of that kind, or may fail.
  if ((hasKind || isTolerant) && outline.calls[at] !== '') return false;
  return outline.names[at] !== '' && works;
}

function isSound(document: FlatDocument, action: number, given: number): boolean {
  const isThere = (key: string) => {
    const value = given < 0 ? -1 : valueAt(document, given, key);
    return value >= 0 && !(isScalar(document.kind[value]!) && scalarType(document, value) === 'null');
  };
  return isSoundAction(trimSpace(textOf(document, action)), isThere, given < 0 ? [] : keysIn(document, given));
}

/** What other documents left there is gone. */
function beginStep(outline: Outline, document: FlatDocument, step: number, at: number): void {
  outline.dash[at] = document.dash[step]!;
  outline.from[at] = document.from[step]!;
  outline.to[at] = document.to[step]!;
  outline.names[at] = outline.ids[at] = '';
  outline.calls[at] = '';
  outline.conditional[at] = false;
  outline.needsFrom[at] = -1;
  outline.needsTo[at] = -1;
  outline.runFrom[at] = -1;
  outline.runTo[at] = -1;
  outline.outputFrom[at] = -1;
  outline.outputTo[at] = -1;
  outline.needsNode[at] = -1;
}

/** Reads the name of the variable for what a step prints: a text, or the `name` of a map, without which 1.x refuses it. */
function readOutput(outline: Outline, document: FlatDocument, at: number, value: number): boolean {
  const name = hasKeys(document, value, outputKeys) ? valueAt(document, value, 'name') : value;
  if (name < 0 || !isTextAsWritten(document, name)) return false;
  outline.outputFrom[at] = document.from[name]! + quotesOf(document, name);
  outline.outputTo[at] = document.to[name]! - quotesOf(document, name);
  return true;
}

function keyAt({ text, from, to, kind }: FlatDocument, key: number, find: FindWord<PlainKey>): PlainKey | undefined {
  return kind[key] === nodeKind.plain ? find(text, from[key]!, to[key]!) : undefined;
}

const findRootKey = createWordFinder(rootKeys);
const findStepKey = createWordFinder(stepKeys);

/** Does no step have an id that is the name or the id of another one? */
function areNamesOfOne({ names, ids, steps }: Outline): boolean {
  const meant = new Map<string, number>();
  for (let at = 0; at < steps; at += 1) meant.set(names[at]!, at);
  for (let at = 0; at < steps; at += 1) {
    const id = ids[at]!;
    if (id === '') continue;
    const other = meant.get(id) ?? at;
    if (other !== at || id.trim() !== id) return false;
    meant.set(id, at);
  }
  return true;
}
