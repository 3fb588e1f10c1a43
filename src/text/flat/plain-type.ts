import type { YamlScalar } from '../yaml-node.js';
import { tableOf } from './characters.js';

/** The type that YAML's core schema gives a plain scalar. */
export function typeOfPlain(text: string, from: number, to: number): YamlScalar['type'] {
  // Nearly all values start with a letter that no typed one starts with.
  const beginning = beginnings[text.charCodeAt(from)];
  if (beginning === ofText) return 'string';
  if (beginning === ofNumber) return numberPattern.test(text.slice(from, to)) ? 'number' : 'string';
  return to - from <= longestWord ? (words.get(text.slice(from, to)) ?? 'string') : 'string';
}

const ofText = 0;
const ofNumber = 1;
const ofWord = 2;

const numberPattern =
  /^(?:0o[0-7]+|0x[\da-fA-F]+|[-+]?\d+|[-+]?(?:\.\d+|\d+\.\d*)|[-+]?(?:\.\d+|\d+(?:\.\d*)?)[eE][-+]?\d+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

const words: ReadonlyMap<string, YamlScalar['type']> = new Map([
  ...['true', 'True', 'TRUE', 'false', 'False', 'FALSE'].map((word) => [word, 'boolean'] as const),
  ...['null', 'Null', 'NULL', '~'].map((word) => [word, 'null'] as const),
]);
const longestWord = 'false'.length;

const beginnings = tableOf((character) => {
  if ('0123456789+-.'.includes(character)) return ofNumber;
  return '~nNtTfF'.includes(character) ? ofWord : ofText;
}, ofText);
