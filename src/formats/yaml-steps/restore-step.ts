import type { EmptyValue, InPlaceOfList, Nameless } from '../../model/mark.js';
import type { TextEdit } from '../../model/source.js';
import { lineStartBefore } from '../../text/lines.js';
import type { YamlMap, YamlPair } from '../../text/yaml-node.js';
import { editNeeds } from './edit-needs.js';
import { emptied, usualEmpty } from './empty-value.js';
import { writtenReferences } from './kept-steps.js';
import { isWrittenLikeOurs } from './like-ours.js';
import { removePairs } from './remove-pairs.js';
import { endWithOwnComments, type StepText } from './step-list.js';
import type { TextPlace } from './text-place.js';

/** What a step had before there were hooks; what is `undefined` stays as it is. */
export interface StepLeft {
  readonly needs: NeedsLeft | undefined;
  readonly name: Nameless | undefined;
}

/** What a step waits for again. */
export interface NeedsLeft {
  readonly needs: readonly string[];
  /** Where that is nothing, how its list was spelled, or that there was none; `undefined` where no mark tells. */
  readonly list: EmptyValue | 'none' | undefined;
  /** Was it something else, that is still to be had? */
  readonly lone: InPlaceOfList | undefined;
}

/** Would another field of that key count if this one were gone? */
export type Hides = (map: YamlMap, pair: YamlPair, key: string) => boolean;

/** Edits that give a step back the needs and the name that it had; fields that we wrote go again. */
export function restoreStep(
  place: TextPlace,
  text: StepText,
  index: number,
  left: StepLeft,
  hides: Hides,
): readonly TextEdit[] {
  const { spelling } = text;
  const { node } = text.list.steps[index]!;
  if (node.kind !== 'map') return [];
  const needs = left.needs && spelling.fieldOf(node, spelling.needs);
  const name = left.name && spelling.fieldOf(node, spelling.name);
  const named = name && {
    pair: name,
    edits: nameEdits(place, node, name, left.name!, hides(node, name, spelling.name)),
  };
  // A step keeps one field at least.
  const isLast = node.pairs.length === (named?.edits === 'gone' ? 2 : 1);
  const keepsPlace = isLast || (needs !== undefined && hides(node, needs, spelling.needs));
  const restored = [
    ...(needs ? [{ pair: needs, edits: needsEdits(place, text, index, node, needs, left.needs!, keepsPlace) }] : []),
    ...(named ? [named] : []),
  ];
  const gone = restored.flatMap(({ pair, edits }) => (edits === 'gone' ? [pair] : []));
  return [...restored.flatMap(({ edits }) => (edits === 'gone' ? [] : edits)), ...removePairs(place, node, gone)];
}

type FieldEdits = readonly TextEdit[] | 'gone';

function nameEdits(place: TextPlace, node: YamlMap, pair: YamlPair, left: Nameless, keepsPlace: boolean): FieldEdits {
  if (typeof left !== 'object' && !keepsPlace) return 'gone';
  const empty = typeof left === 'object' ? left.empty : undefined;
  return [emptied(place, pair, node.flow, empty ?? usualEmpty(place.text, pair, node.flow))];
}

function needsEdits(
  place: TextPlace,
  { dag, spelling }: StepText,
  index: number,
  node: YamlMap,
  pair: YamlPair,
  left: NeedsLeft,
  keepsPlace: boolean,
): FieldEdits {
  if (left.needs.length > 0 && spelling.needsText) return spelling.needsText.restore(place, pair, left.needs);
  if (typeof left.lone === 'object')
    return [emptied(place, pair, node.flow, { text: `*${left.lone.alias}`, colon: true })];
  const lone = left.lone ? loneNeed(place, pair, writtenReferences(dag, index).indexOf(left.needs[0]!)) : undefined;
  if (lone) return lone;
  if (left.needs.length > 0) return editNeeds(place, pair, left.needs, writtenReferences(dag, index));
  if (left.list !== undefined && left.list !== 'none') return [emptied(place, pair, node.flow, left.list)];
  const quotes = spelling.needsText && quotesOf(place, pair);
  const isLikeOurs = (!quotes || place.json) && isWrittenLikeOurs(place, node, pair, spelling);
  const isOurs = left.list === 'none' ? !isSharedValue(pair) : isLikeOurs;
  if (isOurs && !keepsPlace && (node.flow || !partsTextFromComment(place, node, pair))) return 'gone';
  // Where position may count, an empty list might cut a chain, and no value says nothing; both keep the place.
  const isFree = dag.readings.every(({ sequence }) => sequence === 'none');
  const none = { text: isFree ? '[]' : 'null', colon: true };
  if (!spelling.needsText) return [emptied(place, pair, node.flow, none)];
  return [
    emptied(place, pair, node.flow, quotes ? { ...none, text: quotes } : usualEmpty(place.text, pair, node.flow)),
  ];
}

/** Takes away the brackets around an item and all others; nothing where others have made it a list with dashes. */
function loneNeed({ replace }: TextPlace, { value }: YamlPair, index: number): readonly TextEdit[] | undefined {
  const item = value.kind === 'sequence' && value.flow ? value.items[index] : undefined;
  return item && [replace(value.start, item.start, ''), replace(item.value.end, value.end, '')];
}

/** The quotes around a value, without what is in them. */
function quotesOf({ text }: TextPlace, { value }: YamlPair): string | undefined {
  const isQuoted = value.kind === 'scalar' && (value.style === 'single' || value.style === 'double');
  return isQuoted ? text[value.start]!.repeat(2) : undefined;
}

/** Others may take the value from here. */
function isSharedValue({ value }: YamlPair): boolean {
  return value.anchor !== undefined;
}

/** Without this line, the comments below it would be read as the end of the text above it. */
function partsTextFromComment({ text }: TextPlace, { pairs }: YamlMap, pair: YamlPair): boolean {
  const above = pairs[pairs.indexOf(pair) - 1]?.value;
  if (above?.kind !== 'scalar' || (above.style !== 'literal' && above.style !== 'folded')) return false;
  const column = pair.start - lineStartBefore(text, pair.start);
  return endWithOwnComments(text, pair.value.end, column) !== pair.value.end;
}
