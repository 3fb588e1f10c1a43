import { hookPrefix } from '../../../model/mark.js';
import type { SourceFile } from '../../../model/source.js';
import { createFlatDocument, type FlatDocument, nodeKind } from '../../../text/flat/flat-document.js';
import { scanFlat } from '../../../text/flat/scan-flat.js';
import { trimSpace } from '../../../text/trim-space.js';
import type { NodeQuestions } from '../../format.js';
import type { ShapeNumbers } from '../../shape-numbers.js';
import { hasOneColumn } from '../../yaml-steps/plain-steps.js';
import { nameFromFile } from '../group.js';
import type { DocumentPlace } from './document-places.js';
import { type FoundDocuments, noneFound } from './found-documents.js';
import { findOutline, type KnownOutlines, keepOutline } from './known-outlines.js';
import { addOther, type otherReader } from './other-documents.js';
import { createOutline, type Outline } from './outline.js';
import { readOutline } from './read-outline.js';

interface KnownDocuments extends KnownOutlines {
  /** Of a document of this file. */
  textOf(document: number): string;
}

/**
 * @param known what is not read again; `undefined` where nothing is to be kept
 * @param readOther reads what is other than plain
 * @returns `undefined` where one of them cannot be taken by itself
 */
export function findDocuments(
  places: readonly DocumentPlace[],
  questions: NodeQuestions,
  numbers: ShapeNumbers,
  known: KnownDocuments | undefined,
  readOther: ReturnType<typeof otherReader>,
): FoundDocuments | undefined {
  const document = createFlatDocument();
  const outline = createOutline();
  const found = noneFound();
  // Numbers of the shape of a document, which the next one writes over.
  const row: number[] = [];
  const withOddSigns = new Set([...new Set(places.map(({ source }) => source))].filter(hasOddSigns));
  const isOneFile = places[0]!.source === places.at(-1)!.source;
  const add = (place: DocumentPlace, one: Outline) => {
    if (!isUsual(one, place.source.text) || !addName(found, place, one.name)) return false;
    addDocument(found, place.source.text, one, numbers, row, questions);
    if (one.hasRuns && (!isOneFile || found.runs.length < fewRuns)) addRuns(found, place.source.text, one);
    return true;
  };
  const addInFull = (place: DocumentPlace) => {
    if (found.others.size >= fewOthers && found.others.size * 4 > found.names.length) return false;
    const other = readOther(place);
    if (!other || !addName(found, place, trimSpace(other.document.name?.value ?? ''))) return false;
    addOther(found, place, other);
    return true;
  };
  for (const [index, place] of places.entries()) {
    const { text } = place.source;
    const { slice } = place;
    const earlier = known && findOutline(known, known.textOf(index), slice.start);
    if (earlier) {
      if (!add(place, earlier)) return undefined;
      continue;
    }
    const isPlain =
      scanFlat(document, text, slice) &&
      !(withOddSigns.has(place.source) && isOddlyWritten(document)) &&
      readOutline(outline, document) &&
      hasOneColumn(text, outline);
    if (!isPlain) {
      if (!addInFull(place)) return undefined;
      continue;
    }
    if (!add(place, outline)) return undefined;
    if (known) keepOutline(known, known.textOf(index), slice.start, outline);
  }
  return found;
}

/** One of them that is a command shows the version; only in several files may others be calls. */
const fewRuns = 100;

/** Where a quarter of the documents are other than plain, it takes no longer to read all of them in full. */
const fewOthers = 20;

/** Most of such signs are within a text, and mean nothing. */
function hasOddSigns({ text }: SourceFile): boolean {
  return (text.includes('+') && /[|>]\d?\+/.test(text)) || quoteOfProse.test(text);
}

const keepsLineBreaks = /^[|>]\d?\+/;
const quoteOfProse = /[\u2018-\u201e]/;

/** Is there a block that keeps the line breaks behind it, or a value between quotes of running text, which is reported? */
function isOddlyWritten({ text, count, kind, from, to }: FlatDocument): boolean {
  for (let node = 0; node < count; node += 1) {
    const first = from[node]!;
    if (kind[node] === nodeKind.plain) {
      if (quoteOfProse.test(text.charAt(first)) && quoteOfProse.test(text.charAt(to[node]! - 1))) return true;
    } else if (kind[node] === nodeKind.literal || kind[node] === nodeKind.folded) {
      if (keepsLineBreaks.test(text.slice(first, first + 3))) return true;
    }
  }
  return false;
}

function numberOf(known: Map<string, number>, text: string): number {
  let number = known.get(text);
  if (number === undefined) {
    number = known.size;
    known.set(text, number);
  }
  return number;
}

/** @returns false for a document that nothing names */
function addName({ names, namedByFile }: FoundDocuments, { source, position }: DocumentPlace, name: string): boolean {
  if (name === '' && position > 0) return false;
  if (name === '') namedByFile.add(names.length);
  names.push(name === '' ? nameFromFile(source.path) : name);
  return true;
}

function addDocument(
  found: FoundDocuments,
  text: string,
  outline: Outline,
  numbers: ShapeNumbers,
  row: number[],
  { isAskedFor, mayTearDown }: NodeQuestions,
): void {
  const dag = found.shapes.length;
  const { names, calls, dash, to } = outline;
  for (let node = 0; node < outline.steps; node += 1) {
    // No character has more than three bytes for each of its units.
    if (names[node]!.length * 3 > found.mostNameBytes)
      found.mostNameBytes = Math.max(found.mostNameBytes, Buffer.byteLength(names[node]!));
    if (calls[node] !== '') found.calls.push({ dag, node, name: calls[node]! });
    if (mayTearDown(names[node]!, text.slice(dash[node], to[node]))) found.suspects.push({ dag, node });
  }
  const setting = numberOf(numbers.settings, outline.settings);
  addSaid(found, setting, outline);
  found.shapes.push(numbers.shapes.numberOf(row, writeShape(row, setting, outline, numbers.asked, isAskedFor)));
  found.settings.push(setting);
  if (outline.isOdd) found.odd.add(dag);
  if (outline.isOdd || outline.isRare) found.withRareKeys.add(dag);
  if (outline.hasIds) found.withIds.add(dag);
  if (outline.hasFolder) found.withFolder.add(dag);
  found.steps.add(outline);
  found.namesFrom.push(outline.ownNameFrom);
  found.namesTo.push(outline.ownNameTo);
  found.typeless.push(outline.type === '' ? outline.firstKey : -1);
  found.hasRuns ||= outline.hasRuns;
  found.speaksForV1 ||= outline.speaksForV1;
  found.speaksForV2 ||= outline.speaksForV2;
}

function addSaid(found: FoundDocuments, setting: number, { settings, handed }: Outline): void {
  // Most documents say what the one before them says.
  if (found.settings.at(-1) !== setting) found.said.add(settings);
  if (handed !== '') found.said.add(handed);
}

function addRuns({ names, runs }: FoundDocuments, text: string, { steps, runFrom, runTo }: Outline): void {
  for (let node = 0; node < steps; node += 1)
    if (runFrom[node]! >= 0) runs.push({ dag: names.length - 1, written: text.slice(runFrom[node], runTo[node]) });
}

/** Does no step look like a hook, or print into a variable of Arborist? */
function isUsual({ steps, names, ids, outputFrom }: Outline, text: string): boolean {
  for (let node = 0; node < steps; node += 1) {
    if (names[node]!.startsWith(hookPrefix) || ids[node]!.startsWith(hookPrefix)) return false;
    if (outputFrom[node]! >= 0 && text.startsWith('ARBORIST_', outputFrom[node])) return false;
  }
  return true;
}

/** Writes down all that passes can see of a document but names that nobody asks for. @returns how many numbers that are */
function writeShape(
  row: number[],
  setting: number,
  { type, steps, names, ids, calls, conditional, firstNeed, needs, isOdd, oddWords }: Outline,
  asked: Map<string, number>,
  isAskedFor: (name: string) => boolean,
): number {
  row[0] = setting;
  row[1] = types.indexOf(type);
  let end = 2;
  for (let node = 0; node < steps; node += 1) {
    const name = names[node]!;
    const id = ids[node]!;
    const first = firstNeed[node]!;
    const behind = firstNeed[node + 1]!;
    row[end] = Number(conditional[node]) + 2 * Number(calls[node] !== '');
    row[end + 1] = isAskedFor(name) || (isOdd && mayName(oddWords, name)) ? 1 + numberOf(asked, name) : 0;
    row[end + 2] = id !== '' && (isAskedFor(id) || (isOdd && mayName(oddWords, id))) ? 1 + numberOf(asked, id) : 0;
    row[end + 3] = behind - first;
    end += 4;
    for (let need = first; need < behind; need += 1, end += 1) row[end] = needs[need]!;
  }
  return end;
}

/** May what odd keys say be about a step of that name, maybe spelled with escapes? */
function mayName(oddWords: string, name: string): boolean {
  return oddWords.includes(name) || oddWords.includes('\\') || !/^[\w.-]+$/.test(name);
}

const types = ['', 'chain', 'graph'];
