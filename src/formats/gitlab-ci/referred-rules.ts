import type { YamlNode, YamlPair } from '../../text/yaml-node.js';
import { valueReferredTo } from './commands.js';
import type { PipelineDocument } from './document.js';
import { isPlainData } from './plain-data.js';

/**
 * A field of a rule with what its references refer to in their place, one level deep: what a reference means has no references and no
 * aliases itself, for else the text could become huge where it is written out.
 */
export function withReferred(pair: YamlPair, document: PipelineDocument, text: string): YamlPair {
  const mayRefer = pair.value.kind === 'alias' || text.slice(pair.key.end, pair.value.end).includes('!reference');
  return mayRefer ? { ...pair, value: referred(pair.value) } : pair;

  function referred(node: YamlNode): YamlNode {
    const target = valueReferredTo(node, document, text);
    if (target !== node) return isPlainData(target, text, false) ? target : node;
    if (node.kind === 'sequence')
      return { ...node, items: node.items.map((item) => ({ ...item, value: referred(item.value) })) };
    if (node.kind === 'map')
      return { ...node, pairs: node.pairs.map((one) => ({ ...one, value: referred(one.value) })) };
    return node;
  }
}
