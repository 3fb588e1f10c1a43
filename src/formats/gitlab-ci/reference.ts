import { tagOf } from '../../text/tag-of.js';
import { asSequence, textOf } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';

export interface Reference {
  readonly name: string;
  /** `undefined` where it is the whole piece of that name, which need not be a job. */
  readonly key: string | undefined;
  /** Keys below that. */
  readonly below: readonly string[];
}

/** What `!reference [name]` or `!reference [name, key, …]` means; `undefined` for anything else. */
export function referenceIn(node: YamlNode, text: string): Reference | undefined {
  const list = asSequence(node);
  if (!list || tagOf(text, list) !== '!reference') return undefined;
  const [name, key, ...below] = list.items.map((item) => textOf(item.value) ?? '');
  return name === undefined ? undefined : { name, key, below };
}
