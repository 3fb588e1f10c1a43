import type { EmptyValue } from '../../model/mark.js';
import type { TextEdit } from '../../model/source.js';
import { lineEndAfter, lineStartBefore, withoutBreak } from '../../text/lines.js';
import type { YamlMap, YamlPair } from '../../text/yaml-node.js';
import { editNeeds } from './edit-needs.js';
import { emptied } from './empty-value.js';
import { flowAddition } from './flow-style.js';
import { writtenReferences } from './kept-steps.js';
import { endWithOwnComments, type StepSpelling, type StepText } from './step-list.js';
import type { TextPlace } from './text-place.js';

/** What a step waits for again, and how its list is spelled where it stays although that is nothing. */
export interface NeedsLeft {
  readonly needs: readonly string[];
  readonly list: EmptyValue | undefined;
}

/** Edits after which a step waits for `left`; where that is nothing, a field that we wrote goes again. */
export function removeNeeds(
  place: TextPlace,
  { dag, list, spelling }: StepText,
  index: number,
  left: NeedsLeft,
): readonly TextEdit[] {
  const { node } = list.steps[index]!;
  const pair = node.kind === 'map' ? spelling.fieldOf(node, spelling.needs) : undefined;
  if (node.kind !== 'map' || !pair) return [];
  if (left.needs.length > 0) return editNeeds(place, pair, left.needs, writtenReferences(dag, index));
  if (left.list) return [emptied(place, pair, node.flow, left.list)];
  const isOurs = node.pairs.length > 1 && node.pairs.at(-1) === pair && isWrittenLikeOurs(place, node, pair, spelling);
  if (isOurs && node.flow) return [place.replace(endBefore(node, pair), pair.value.end, '')];
  if (isOurs && !partsTextFromComment(place, node, pair)) return [wholeLine(place, pair)];
  // Where position may count, an empty list might cut a chain, and no value says nothing; both keep the place.
  const isFree = dag.readings.every(({ sequence }) => sequence === 'none');
  return [emptied(place, pair, node.flow, { text: isFree ? '[]' : 'null', colon: true })];
}

/** What was written in another way was there before, and keeps its place for the next time. */
function isWrittenLikeOurs(place: TextPlace, map: YamlMap, pair: YamlPair, { needs }: StepSpelling): boolean {
  const { text } = place;
  const { start, end } = pair.value;
  if (text.slice(start, end).includes('\n')) return false;
  if (map.flow) {
    const written = flowAddition(place, { ...map, pairs: map.pairs.slice(0, -1) }, [{ key: needs, value: [] }]);
    return text.slice(endBefore(map, pair), start) === written.slice(0, -'[]'.length);
  }
  const line = lineStartBefore(text, pair.start);
  const lineEnd = withoutBreak(text, lineEndAfter(text, end));
  return (
    line === lineEndAfter(text, endBefore(map, pair)) &&
    text.slice(pair.start, start) === `${needs}: ` &&
    text.slice(line, pair.start).trim() === '' &&
    end === lineEnd
  );
}

function wholeLine({ text, replace }: TextPlace, { start, value }: YamlPair): TextEdit {
  return replace(lineStartBefore(text, start), lineEndAfter(text, value.end), '');
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
