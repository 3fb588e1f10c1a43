import { type FlatDocument, nodeKind } from '../../../text/flat/flat-document.js';
import type { Outline } from './outline.js';
import { isPlainText, textOf } from './plain-values.js';

/** The variables that a document sets, each with its value as far as hooks can know it before the run. */
export function addEnvironment(outline: Outline, document: FlatDocument, value: number): boolean {
  const { kind, next } = document;
  if (kind[value] === nodeKind.map) return addPairs(outline, document, value);
  if (kind[value] !== nodeKind.sequence) return false;
  for (let item = value + 1; item < next[value]!; item = next[item]!) {
    if (kind[item] === nodeKind.map) {
      if (!addPairs(outline, document, item)) return false;
    } else {
      if (!isPlainText(document, item)) return false;
      const text = textOf(document, item);
      const equals = text.indexOf('=');
      if (equals < 1) return false;
      addSetting(outline, text.slice(0, equals), text.slice(equals + 1));
    }
  }
  return true;
}

function addPairs(outline: Outline, document: FlatDocument, map: number): boolean {
  const { kind, next } = document;
  for (let key = map + 1; key < next[map]!; key = next[key + 1]!) {
    if (kind[key] !== nodeKind.plain || !isPlainText(document, key + 1)) return false;
    addSetting(outline, textOf(document, key), textOf(document, key + 1));
  }
  return true;
}

/**
 * Built-in variables take their values from those of Arborist (`src/passes/variables/workflow-variables.ts`); of all others, hooks know
 * that they are set. What the engine expands is known when the DAG runs, whatever it is.
 */
function addSetting(outline: Outline, name: string, value: string): void {
  const isKnown = name.startsWith('ARBORIST_') && !value.includes('$') && !value.includes('`');
  outline.settings += isKnown ? `env ${name}=${value}\n` : `env ${name}$\n`;
}

/** What a key says, word for word: with its length, so that nobody can write a text that looks like other settings. */
export function addWords(outline: Outline, { text, from, to }: FlatDocument, key: number): void {
  const words = text.slice(from[key], to[key + 1]);
  outline.settings += `words ${words.length} ${words}\n`;
}
