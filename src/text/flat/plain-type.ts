import type { YamlScalar } from '../yaml-node.js';
import { tableOf } from './characters.js';

/** The type that YAML's core schema gives a plain scalar. */
export function typeOfPlain(text: string, from: number, to: number): YamlScalar['type'] {
  if (mayBeTyped[text.charCodeAt(from)] === 0) return 'string';
  const value = text.slice(from, to);
  if (numberPattern.test(value)) return 'number';
  if (booleanPattern.test(value)) return 'boolean';
  return nullPattern.test(value) ? 'null' : 'string';
}

/** Nearly all values start with a letter that no typed one starts with. */
const mayBeTyped = tableOf((character) => Number('0123456789+-.~nNtTfF'.includes(character)), 0);
const numberPattern =
  /^(?:0o[0-7]+|0x[\da-fA-F]+|[-+]?\d+|[-+]?(?:\.\d+|\d+\.\d*)|[-+]?(?:\.\d+|\d+(?:\.\d*)?)[eE][-+]?\d+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const booleanPattern = /^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/;
const nullPattern = /^(?:~|[Nn]ull|NULL)$/;
