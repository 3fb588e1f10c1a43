import type { YamlScalar } from '../yaml-node.js';
import { tableOf } from './characters.js';

/** The type that YAML's core schema gives a plain scalar. */
export function typeOfPlain(text: string, from: number, to: number): YamlScalar['type'] {
  // Nearly all values start with a letter that no typed one starts with.
  const beginning = beginnings[text.charCodeAt(from)];
  if (beginning === ofText) return 'string';
  if (beginning === ofNumber) return isNumber(text, from, to) ? 'number' : 'string';
  const length = to - from;
  if (length > longestWord || (length > 2 && !isThirdOfWord(text.charCodeAt(from + 2)))) return 'string';
  return words.get(text.slice(from, to)) ?? 'string';
}

function isNumber(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x30 || code > 0x39) return numberPattern.test(text.slice(from, to));
  }
  return true;
}

/** `l` or `u`: that leaves out `name` and `type`, which are in every step. */
function isThirdOfWord(code: number): boolean {
  const letter = code | 0x20;
  return letter === 0x6c || letter === 0x75;
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
