import type { YamlAlias, YamlNode } from '../../text/yaml-node.js';

/**
 * The aliases that repeat text that changes, directly or not. What an alias names stands before it, so one walk sees all.
 * @param changed what gets other text, in its place, inside of it or at its end
 */
export function aliasesOfChanged(root: YamlNode, changed: ReadonlySet<YamlNode>): readonly YamlAlias[] {
  const aliases: YamlAlias[] = [];
  const holders = new Set<YamlNode>();
  const holds = (node: YamlNode): boolean => {
    // Every one of them is looked at, also behind one that holds a change.
    const inside = childrenOf(node).filter(holds).length > 0;
    const repeats = node.kind === 'alias' && node.target !== undefined && holders.has(node.target);
    if (repeats) aliases.push(node);
    const found = inside || repeats || changed.has(node);
    if (found) holders.add(node);
    return found;
  };
  holds(root);
  return aliases;
}

function childrenOf(node: YamlNode): readonly YamlNode[] {
  if (node.kind === 'map') return node.pairs.map(({ value }) => value);
  return node.kind === 'sequence' ? node.items.map(({ value }) => value) : [];
}
