import type { CommandCall, Word } from '../../model/step.js';

/**
 * Writes a literal as one word that reaches the command unchanged. Dagu rewrites command text before the shell reads it,
 * inside single quotes too: it replaces `$NAME` and `${…}` and runs what is between backquotes. So within single quotes
 * no name may follow a dollar sign, and a backquote is outside of them behind a backslash, which Dagu lets pass.
 * @param literal any text without NUL
 */
export function quoteForDagu(literal: string): string {
  if (plainWord.test(literal)) return literal;
  return `'${literal.replace(/['`]|\$(?![.() ]|$)|(?<=\\)\$/g, (sign) => signs[sign]!)}'`;
}

/** Words that no shell and no engine reads in another way, left as they are for the reader's sake. */
const plainWord = /^[\w./:@%+,-]+$/;

const signs: Readonly<Record<string, string>> = { "'": "'\\''", '`': "'\\`'", $: "''$''" };

/** One argument as shell text that Dagu leaves alone. */
export function wordText(word: Word): string {
  if (word.length === 0) return "''";
  return word.map((part) => (part.kind === 'text' ? quoteForDagu(part.text) : `"${part.expression}"`)).join('');
}

/** A command of ours on one line, but for line breaks inside of its arguments. */
export function commandText(call: CommandCall): string {
  return [call.program, ...call.words.map(wordText)].join(' ');
}
