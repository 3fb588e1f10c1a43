import { resolved, textOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { fieldValue } from './fields.js';

/** The names of a document's `params`: `A=1 B=2`, a list of such, a mapping, or in 2.x a list of entries with a `name`. */
export function readParameters(root: YamlMap): ReadonlySet<string> {
  const params = fieldValue(root, 'params');
  const entries = params?.kind === 'sequence' ? params.items.map((item) => resolved(item.value)) : [params];
  return new Set(entries.flatMap((entry) => (entry ? namesIn(entry) : [])));
}

function namesIn(entry: YamlNode): readonly string[] {
  if (entry.kind === 'map') {
    const name = textOf(fieldValue(entry, 'name'));
    return entry.pairs.length > 1 && name !== undefined ? [name] : entry.pairs.map(({ key }) => key.value);
  }
  return [...(textOf(entry) ?? '').matchAll(/(?:^|\s)([A-Za-z_]\w*)=/g)].map((match) => match[1]!);
}
