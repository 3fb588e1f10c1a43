import { readText } from './read-text.js';
import { endsInGroup } from './simple-commands.js';
import type { ShellToken } from './tokens.js';

/** Does shell text open something that it does not end, so that what is behind it belongs to that: a group, a here-document, quotes? */
export function leavesOpen(script: string): boolean {
  const { levels, unclosed, heredocs } = readText(script, []);
  if (unclosed !== undefined || heredocs.length > 0) return true;
  const level = levels[0]!;
  return awaitsMore(level.tokens) || /(?<!\\)(?:\\\\)*\\$/.test(script) || endsInGroup(level);
}

/** Behind `&&`, a pipe, `!` or `name()`. */
function awaitsMore(tokens: readonly ShellToken[]): boolean {
  let last = tokens.length - 1;
  while (signAt(tokens, last) === '\n') last -= 1;
  const token = tokens[last];
  if (token?.kind === 'word') return token.text === '!' && token.bare === Number.POSITIVE_INFINITY && last === 0;
  const sign = signAt(tokens, last);
  if (sign === ')') return signAt(tokens, last - 1) === '(' && !isList(tokens[last - 2]);
  return sign === '&&' || sign === '||' || sign === '|' || sign === '|&';
}

/** `NAME=()` */
function isList(token: ShellToken | undefined): boolean {
  return token?.kind === 'word' && token.text.endsWith('=');
}

function signAt(tokens: readonly ShellToken[], at: number): string | undefined {
  const token = tokens[at];
  return token?.kind === 'operator' ? token.sign : undefined;
}
