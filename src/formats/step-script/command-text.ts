import type { CommandCall, Word } from '../../model/step.js';

/** A command of ours on one line, but for line breaks inside of its arguments. */
export function commandText(call: CommandCall, quote: Quote): string {
  let option: string | undefined;
  let text = call.program;
  for (const word of call.words) {
    text += ` ${wordText(word, quote, option)}`;
    option = optionIn(word) ?? option;
  }
  return text;
}

/** One argument as shell text that the engine leaves alone. */
export function wordText(word: Word, quote: Quote, about?: string): string {
  if (word.length === 0) return "''";
  let text = '';
  for (const part of word) text += part.kind === 'text' ? quote(part.text, about, word) : `"${part.expression}"`;
  return text;
}

/**
 * Writes a literal as one word, as `EngineShell.quote` does.
 * @param about what it is, in a word or two, for engines that have to name it
 * @param word the argument that it is a part of
 */
export type Quote = (literal: string, about?: string, word?: Word) => string;

function optionIn(word: Word): string | undefined {
  const only = word[0];
  if (word.length !== 1 || only!.kind !== 'text' || !only!.text.startsWith('--')) return undefined;
  return /^--([a-z][a-z-]*)$/.exec(only!.text)?.[1];
}
