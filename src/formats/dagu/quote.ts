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
