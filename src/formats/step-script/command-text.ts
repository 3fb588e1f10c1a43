import type { CommandCall, Word } from '../../model/step.js';

/** A command of ours on one line, but for line breaks inside of its arguments. */
export function commandText(call: CommandCall, quote: Quote): string {
  let option: string | undefined;
  const words = call.words.map((word) => {
    const text = wordText(word, (literal) => quote(literal, option));
    option = optionIn(word) ?? option;
    return text;
  });
  return [call.program, ...words].join(' ');
}

/** One argument as shell text that the engine leaves alone. */
export function wordText(word: Word, quote: Quote): string {
  if (word.length === 0) return "''";
  return word.map((part) => (part.kind === 'text' ? quote(part.text) : `"${part.expression}"`)).join('');
}

/**
 * Writes a literal as one word, as `EngineShell.quote` does.
 * @param about what it is, in a word or two, for engines that have to name it
 */
export type Quote = (literal: string, about?: string) => string;

function optionIn(word: Word): string | undefined {
  const [only] = word;
  return word.length === 1 && only!.kind === 'text' ? /^--([a-z][a-z-]*)$/.exec(only!.text)?.[1] : undefined;
}
