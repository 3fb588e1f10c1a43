import { lineStartBefore } from '../../text/lines.js';
import type { Field } from '../../text/print-yaml.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import type { TextPlace } from '../yaml-steps/text-place.js';

/** A mapping in braces, on one line or on several as `model` is written. */
export function flowMapLike(place: TextPlace, model: YamlNode, fields: readonly Field[]): string {
  const first = model.kind === 'map' && model.flow ? model.pairs[0] : undefined;
  const inside = first && blanksBefore(place.text, first.start);
  const closing = blanksBefore(place.text, model.end - 1);
  if (inside === undefined || closing === undefined) return place.flow({ fields });
  const lines = fields.map((field) => inside + pairText(place, field));
  return ['{', lines.join(`,${place.lineBreak}`), `${closing}}`].join(place.lineBreak);
}

/** What is written behind the last pair of a mapping in braces to add others. */
export function flowAddition(place: TextPlace, map: YamlMap, fields: readonly Field[]): string {
  const indent = blanksBefore(place.text, map.pairs.at(-1)!.start);
  const separator = indent === undefined ? place.comma : `,${place.lineBreak}${indent}`;
  return fields.map((field) => separator + pairText(place, field)).join('');
}

/** What is written before the first pair of a mapping in braces to put another one there. */
export function flowFront(place: TextPlace, map: YamlMap, field: Field): string {
  const indent = blanksBefore(place.text, map.pairs[0]!.start);
  return pairText(place, field) + (indent === undefined ? place.comma : `,${place.lineBreak}${indent}`);
}

export function pairText(place: TextPlace, field: Field): string {
  return place.flow({ fields: [field] }).slice(1, -1);
}

/** The blanks that an offset is behind, where nothing else is before it on its line. */
function blanksBefore(text: string, offset: number): string | undefined {
  const lineStart = lineStartBefore(text, offset);
  const before = text.slice(lineStart, offset);
  return lineStart > 0 && before.trim() === '' ? before : undefined;
}
