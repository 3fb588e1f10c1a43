import { tagOf } from '../../text/tag-of.js';
import type { YamlNode } from '../../text/yaml-node.js';

/** May it be written out? What an alias means has no aliases itself, for else the text could become huge. */
export function isPlainData(node: YamlNode, text: string, mayBeAlias = true): boolean {
  if (tagOf(text, node) !== undefined) return false;
  if (node.kind === 'alias') return mayBeAlias && node.target !== undefined && isPlainData(node.target, text, false);
  if (node.kind === 'map') return node.pairs.every(({ value }) => isPlainData(value, text, mayBeAlias));
  return node.kind === 'scalar' || node.items.every(({ value }) => isPlainData(value, text, mayBeAlias));
}
