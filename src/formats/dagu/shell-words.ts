import type { CommandCall, Word } from '../../model/step.js';
import { quoteForDagu } from './quote.js';

/** One argument as shell text that Dagu leaves alone. */
export function wordText(word: Word): string {
  if (word.length === 0) return "''";
  return word.map((part) => (part.kind === 'text' ? quoteForDagu(part.text) : `"${part.expression}"`)).join('');
}

/** A command of ours on one line, but for line breaks inside of its arguments. */
export function commandText(call: CommandCall): string {
  return [call.program, ...call.words.map(wordText)].join(' ');
}
