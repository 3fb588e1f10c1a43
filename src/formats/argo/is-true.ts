import { resolved } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';

/** An older reader of YAML, which the engine has, takes more words than `true` for true. */
export function isTrue(node: YamlNode | undefined): boolean {
  const value = node && resolved(node);
  return value?.kind === 'scalar' && value.style === 'plain' && /^(?:y|yes|on|true)$/i.test(value.value);
}
