import type { CommandCall, Word } from '../model/step.js';

/** A command of ours on one line, but for line breaks inside of its arguments. */
export function commandText(call: CommandCall, quote: Quote): string {
  return [call.program, ...call.words.map((word) => wordText(word, quote))].join(' ');
}

/** One argument as shell text that the engine leaves alone. */
export function wordText(word: Word, quote: Quote): string {
  if (word.length === 0) return "''";
  return word.map((part) => (part.kind === 'text' ? quote(part.text) : `"${part.expression}"`)).join('');
}

/** Writes a literal as one word, as `EngineShell.quote` does. */
type Quote = (literal: string) => string;
