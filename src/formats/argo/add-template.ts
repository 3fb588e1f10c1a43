import type { TextEdit } from '../../model/source.js';
import { lineEndAfter, lineStartBefore } from '../../text/lines.js';
import type { Field } from '../../text/print-yaml.js';
import { asSequence } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';
import { flowMapLike } from '../yaml-steps/flow-style.js';
import { endWithOwnComments, membersOf } from '../yaml-steps/step-list.js';
import type { TextPlace } from '../yaml-steps/text-place.js';
import type { ArgoDocument } from './document.js';

/**
 * Puts a template into the list of a document.
 * @param behind the template in front of it; `undefined` for the last one
 * @param mark lines above it
 */
export function addTemplate(
  place: TextPlace,
  { list }: ArgoDocument,
  behind: YamlNode | undefined,
  mark: readonly string[],
  fields: readonly Field[],
): TextEdit {
  const collection = asSequence(list!.value)!;
  const members = membersOf(collection);
  const before = members.find(({ value }) => value === behind) ?? members.at(-1)!;
  if (collection.flow)
    return place.replace(before.end, before.end, place.comma + flowMapLike(place, before.value, fields));
  const column = before.start - lineStartBefore(place.text, before.start);
  const indent = ' '.repeat(column);
  const lines = [
    ...mark,
    ...place.lines(fields).map((line, index) => (index === 0 ? `- ${line}` : line && `  ${line}`)),
  ];
  const end = endWithOwnComments(place.text, before.end, column);
  return place.insertLines(
    end,
    lines.map((line) => (line === '' ? '' : indent + line)),
  );
}

/**
 * Takes a template out again.
 * @param from where its mark starts, if it has one
 */
export function removeTemplate(
  place: TextPlace,
  { list }: ArgoDocument,
  template: YamlNode,
  from: number | undefined,
): TextEdit {
  const collection = asSequence(list!.value)!;
  const members = membersOf(collection);
  const at = members.findIndex(({ value }) => value === template);
  const member = members[at]!;
  if (collection.flow) return place.replace(members[at - 1]?.end ?? member.start, member.end, '');
  return place.replace(from ?? lineStartBefore(place.text, member.start), lineEndAfter(place.text, member.end), '');
}
