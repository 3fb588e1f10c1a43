import type { TextEdit } from '../../model/source.js';
import type { Dag } from '../../model/workflow.js';
import { lineEndAfter, lineStartBefore } from '../../text/lines.js';
import type { YamlMap, YamlPair } from '../../text/yaml-node.js';
import { editNeeds } from './edit-needs.js';
import { fieldOf } from './fields.js';
import { writtenReferences } from './kept-steps.js';
import { endWithOwnComments } from './own-comments.js';
import type { DaguStep } from './steps.js';
import type { TextPlace } from './text-place.js';

/** Edits after which a step waits for `left`; where that is nothing, a `depends` that we wrote goes again. */
export function removeNeeds(
  place: TextPlace,
  { node }: DaguStep,
  dag: Dag,
  index: number,
  left: { readonly needs: readonly string[]; readonly cut: boolean },
): readonly TextEdit[] {
  const pair = node.kind === 'map' ? fieldOf(node, 'depends') : undefined;
  if (node.kind !== 'map' || !pair) return [];
  if (left.needs.length > 0) return editNeeds(place, pair, left.needs, writtenReferences(dag, index));
  if (left.cut) return [emptyList(place, pair)];
  // An alias elsewhere may need the anchor.
  if (pair.value.anchor !== undefined) return [emptyValue(place, pair)];
  const isLast = node.pairs.length > 1 && node.pairs.at(-1) === pair;
  const line = lineStartBefore(place.text, pair.start);
  const lineEnd = lineEndAfter(place.text, pair.value.end);
  const alone = `${place.text.slice(line, pair.start)}${place.text.slice(pair.value.end, lineEnd)}`.trim() === '';
  if (isLast && node.flow) return [place.replace(endBefore(node, pair), pair.value.end, '')];
  if (isLast && alone && !partsTextFromComment(place, node, pair)) return [place.replace(line, lineEnd, '')];
  // Where position may count, an empty list might cut a chain; elsewhere it says what is meant and keeps its place.
  if (dag.readings.every(({ sequence }) => sequence === 'none')) return [emptyList(place, pair)];
  const next = node.pairs[node.pairs.indexOf(pair) + 1];
  if (next) return [place.replace(pair.start, next.start, '')];
  return node.pairs.length > 1 ? [place.replace(endBefore(node, pair), pair.value.end, '')] : [emptyList(place, pair)];
}

/** Without this line, the comments below it would be read as the end of the text above it. */
function partsTextFromComment({ text }: TextPlace, { pairs }: YamlMap, pair: YamlPair): boolean {
  const above = pairs[pairs.indexOf(pair) - 1]!.value;
  if (above.kind !== 'scalar' || (above.style !== 'literal' && above.style !== 'folded')) return false;
  const column = pair.start - lineStartBefore(text, pair.start);
  return endWithOwnComments(text, pair.value.end, column) !== pair.value.end;
}

function endBefore({ pairs }: YamlMap, pair: YamlPair): number {
  const before = pairs[pairs.indexOf(pair) - 1]!;
  return Math.max(before.key.end, before.value.end);
}

function emptyValue({ text, replace }: TextPlace, { key, value }: YamlPair): TextEdit {
  const anchor = text.slice(key.end, value.start).trimEnd();
  return replace(key.end + anchor.length, value.end, '');
}

function emptyList({ text, replace }: TextPlace, { key, value }: YamlPair): TextEdit {
  const colon = text.indexOf(':', key.end) + 1;
  return value.kind === 'sequence' && !value.flow
    ? replace(colon, value.end, ' []')
    : replace(value.start, value.end, '[]');
}
