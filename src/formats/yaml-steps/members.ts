import { lineEndAfter } from '../../text/lines.js';
import type { YamlItem, YamlMap, YamlNode, YamlSequence } from '../../text/yaml-node.js';

/** A collection that steps are written into: the list itself, a nested list, or the map form. */
export type Collection = YamlSequence | YamlMap;

/** A step or a nested list, from its dash or key to its last character. */
export interface Member {
  readonly start: number;
  readonly end: number;
  readonly value: YamlNode;
}

export function membersOf(collection: Collection): readonly Member[] {
  if (collection.kind === 'map') {
    return collection.pairs.map(({ start, key, value }) => ({ start, end: Math.max(key.end, value.end), value }));
  }
  return collection.items.map((item: YamlItem) => ({
    start: item.start,
    end: Math.max(item.start + 1, item.value.end),
    value: item.value,
  }));
}

/** Does a blank line follow the first of these members? */
export function blankBetween(text: string, members: readonly Member[]): boolean {
  const [first, second] = members;
  if (!first || !second) return false;
  const behind = lineEndAfter(text, first.end);
  return behind < second.start && text.slice(behind, lineEndAfter(text, behind)).trim() === '';
}
