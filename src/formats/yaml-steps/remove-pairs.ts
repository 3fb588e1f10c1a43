import type { TextEdit } from '../../model/source.js';
import { lineEndAfter, lineStartBefore } from '../../text/lines.js';
import type { YamlMap, YamlPair } from '../../text/yaml-node.js';
import type { TextPlace } from './text-place.js';

/** Takes fields out of a mapping that keeps others. */
export function removePairs(
  { text, replace }: TextPlace,
  { pairs, flow }: YamlMap,
  gone: readonly YamlPair[],
): readonly TextEdit[] {
  const firstKept = pairs.findIndex((pair) => !gone.includes(pair));
  return gone.map((pair) => {
    const index = pairs.indexOf(pair);
    // What stays takes the place behind the dash.
    if (index < firstKept) return replace(pair.start, pairs[index + 1]!.start, '');
    if (flow) return replace(endOf(pairs[index - 1]!), pair.value.end, '');
    const lineEnd = lineEndAfter(text, pair.value.end);
    const comment = text.slice(pair.value.end, lineEnd).search(/\S/);
    return comment < 0
      ? replace(lineStartBefore(text, pair.start), lineEnd, '')
      : replace(pair.start, pair.value.end + comment, '');
  });
}

/** Where a field ends, which may have no value. */
export function endOf({ key, value }: YamlPair): number {
  return Math.max(key.end, value.end);
}
