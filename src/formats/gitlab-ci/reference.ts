import { asSequence, textOf } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';
import { tagOf } from './tags.js';

export interface Reference {
  readonly name: string;
  readonly key: string;
  /** Keys below that. */
  readonly below: readonly string[];
}

/** What `!reference [name, key, …]` means; `undefined` for anything else. */
export function referenceIn(node: YamlNode, text: string): Reference | undefined {
  const list = asSequence(node);
  if (!list || tagOf(text, list) !== '!reference') return undefined;
  const [name, key, ...below] = list.items.map((item) => textOf(item.value) ?? '');
  return name !== undefined && key !== undefined ? { name, key, below } : undefined;
}
