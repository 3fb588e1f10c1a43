import type { YamlMap, YamlNode, YamlScalar } from '../../text/yaml-node.js';

/** The scalars in some nodes, without what is under keys that do not count. Aliases are not followed. */
export function scalarsIn(
  nodes: readonly YamlNode[],
  counts: (key: string) => boolean = () => true,
): readonly YamlScalar[] {
  const found: YamlScalar[] = [];
  const open = [...nodes];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'map') for (const { key, value } of node.pairs) if (counts(key.value)) open.push(value);
    if (node.kind === 'sequence') for (const { value } of node.items) open.push(value);
    if (node.kind === 'scalar') found.push(node);
  }
  return found;
}

/** The mappings in some nodes, these included. Aliases are not followed. */
export function mapsIn(nodes: readonly YamlNode[]): readonly YamlMap[] {
  const found: YamlMap[] = [];
  const open = [...nodes];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'sequence') for (const { value } of node.items) open.push(value);
    if (node.kind !== 'map') continue;
    found.push(node);
    for (const { value } of node.pairs) open.push(value);
  }
  return found;
}
