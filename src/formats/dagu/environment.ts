import { resolved, textOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { fieldValue } from './fields.js';

/** The names that a document sets in its `env`: a mapping, or a list of `KEY=value` and of mappings. */
export function readEnvironment(root: YamlMap): ReadonlyMap<string, string> {
  const environment = new Map<string, string>();
  const env = fieldValue(root, 'env');
  if (env) collect(env, environment);
  return environment;
}

function collect(node: YamlNode, environment: Map<string, string>): void {
  if (node.kind === 'map') {
    for (const { key, value } of node.pairs) {
      const text = textOf(value);
      if (text !== undefined) environment.set(key.value, text);
    }
  } else if (node.kind === 'sequence') {
    for (const item of node.items) {
      const entry = resolved(item.value);
      if (entry?.kind === 'map') collect(entry, environment);
      else if (entry?.kind === 'scalar') addAssignment(entry.value, environment);
    }
  }
}

function addAssignment(text: string, environment: Map<string, string>): void {
  const equals = text.indexOf('=');
  if (equals > 0) environment.set(text.slice(0, equals).trim(), text.slice(equals + 1));
}
