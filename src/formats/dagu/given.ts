import { resolved, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import type { DaguDocument } from './document.js';
import { fieldValue } from './fields.js';

/** Names that a document gives its steps besides `env` and `params`: those of `secrets`, and what a person is asked for in 1.x. */
export function readGiven({ root, steps }: DaguDocument): ReadonlySet<string> {
  const secrets = listIn(root, 'secrets').flatMap((entry) =>
    entry?.kind === 'map' ? (textOf(fieldValue(entry, 'name')) ?? []) : [],
  );
  const asked = steps.steps.flatMap(({ map }) => {
    const config = map && fieldValue(map, 'config');
    return config?.kind === 'map' && textOf(fieldValue(map!, 'type')) === 'hitl'
      ? listIn(config, 'input').flatMap((entry) => textOf(entry) ?? [])
      : [];
  });
  return new Set([...secrets, ...asked]);
}

function listIn(map: YamlMap, key: string) {
  const list = fieldValue(map, key);
  return list?.kind === 'sequence' ? list.items.map(({ value }) => resolved(value)) : [];
}
