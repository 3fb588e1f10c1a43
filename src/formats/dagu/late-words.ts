import type { LateWord } from '../../model/facts.js';
import type { Filling } from './filled-in.js';

/** Words of a step as the engine fills them in. */
export interface FilledWords {
  readonly words: readonly string[];
  /** Those of which something is not known before the run. */
  readonly late: readonly LateWord[];
}

export function filledWords(written: readonly string[], filling: Filling): FilledWords {
  const all = written.map((word) => ({ word, filled: filling.fill(word, 'engine') }));
  return {
    words: all.flatMap(({ word, filled }) => [word, ...filled]),
    late: all.flatMap(({ word, filled }) => (filled.length > 0 ? filled : [word])).flatMap(lateWord),
  };
}

/** A template computes it, or the engine fills in a variable or the output of a command. */
export function lateWord(word: string): readonly LateWord[] {
  const first = word.search(/\{\{|\$|`/);
  if (first < 0) return [];
  const last = Math.max(...['}', '$', '`'].map((sign) => word.lastIndexOf(sign)));
  const behind = word.slice(Math.max(first, last) + 1);
  const end = word[last] === '$' ? behind.replace(/^\w+/, '') : behind;
  return [{ written: word, begin: word.slice(0, first), end }];
}
