import { asMap, asSequence, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';

/** The events that start a workflow, by their names. */
export function eventsOf(root: YamlMap): readonly string[] {
  const on = pairOf(root, 'on')?.value;
  const names = asMap(on)?.pairs.map(({ key }) => key.value) ?? asSequence(on)?.items.map(({ value }) => textOf(value));
  return (names ?? [textOf(on)]).filter((name) => name !== undefined);
}
