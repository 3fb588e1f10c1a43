import type { YamlScalar } from '../yaml-node.js';

/** The type that YAML's core schema gives a plain scalar. */
export function typeOfPlain(value: string): YamlScalar['type'] {
  if (!mayBeTyped[value.charCodeAt(0)]) return 'string';
  if (numberPattern.test(value)) return 'number';
  if (booleanPattern.test(value)) return 'boolean';
  return nullPattern.test(value) ? 'null' : 'string';
}

/** Nearly all values start with a letter that no typed one starts with. */
const mayBeTyped: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  '0123456789+-.~nNtTfF'.includes(String.fromCharCode(code)),
);
const numberPattern =
  /^(?:0o[0-7]+|0x[\da-fA-F]+|[-+]?\d+|[-+]?(?:\.\d+|\d+\.\d*)|[-+]?(?:\.\d+|\d+(?:\.\d*)?)[eE][-+]?\d+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const booleanPattern = /^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/;
const nullPattern = /^(?:~|[Nn]ull|NULL)$/;
