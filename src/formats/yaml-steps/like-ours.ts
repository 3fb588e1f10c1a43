import { lineEndAfter, lineStartBefore, withoutBreak } from '../../text/lines.js';
import type { YamlMap, YamlPair } from '../../text/yaml-node.js';
import { flowAddition } from './flow-style.js';
import { endOf } from './remove-pairs.js';
import type { StepSpelling } from './step-list.js';
import type { TextPlace } from './text-place.js';

/** Is a list of needs where hooks would have put it? One that was written in another way was there before, and keeps its place. */
export function isWrittenLikeOurs(
  place: TextPlace,
  map: YamlMap,
  pair: YamlPair,
  { needs, needsInFront }: StepSpelling,
): boolean {
  if (needsInFront && !map.flow && map.pairs[0] === pair && map.pairs.length > 1)
    return isLineOfOurs(place, map, needs);
  const before = map.pairs.at(-2);
  if (!before || map.pairs.at(-1) !== pair) return false;
  const { text } = place;
  const { start, end } = pair.value;
  if (text.slice(start, end).includes('\n')) return false;
  if (map.flow) {
    const written = flowAddition(place, { ...map, pairs: map.pairs.slice(0, -1) }, [{ key: needs, value: [] }]);
    return text.slice(endOf(before), start) === written.slice(0, -'[]'.length);
  }
  const line = lineStartBefore(text, pair.start);
  const lineEnd = withoutBreak(text, lineEndAfter(text, end));
  return (
    line === lineEndAfter(text, endOf(before)) &&
    text.slice(pair.start, start) === `${needs}: ` &&
    text.slice(line, pair.start).trim() === '' &&
    end === lineEnd
  );
}

/** The first field, on a line of its own right above the next one. */
function isLineOfOurs({ text }: TextPlace, { pairs }: YamlMap, key: string): boolean {
  const [first, next] = [pairs[0]!, pairs[1]!];
  const { start, end } = first.value;
  const between = text.slice(end, next.start);
  return (
    text.slice(first.start, start) === `${key}: ` && !text.slice(start, end).includes('\n') && /^\r?\n *$/.test(between)
  );
}
