import type { YamlScalar } from '../../text/yaml-node.js';

/** Does the engine read a scalar without quotes as a text? To it, as in YAML 1.1, `yes` is a boolean, and `1_000` is a number. */
export function isPlainText({ type, value }: Pick<YamlScalar, 'type' | 'value'>): boolean {
  if (type !== 'string' || boolean.test(value)) return false;
  return !/^[-+.\d]/.test(value) || !number.test(value.replaceAll('_', ''));
}

const boolean = /^(?:y|n|yes|no|on|off)$/i;

const number = /^[-+]?(?:0b[01]+|0o?[0-7]+|0x[\da-f]+|(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)$/i;
