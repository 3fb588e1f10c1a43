import { callsOf } from './calls.js';
import { wildcard } from './wildcard.js';

/** Does a rule such as `git push *` meet one of the commands in this line? */
export function meetsCommand(written: string, line: string): boolean {
  // `git:*` is the older way to write it.
  const pattern = written.endsWith(':*') ? `${written.slice(0, -2)} *` : written;
  const isPrefix = pattern.endsWith(' *') && pattern.indexOf('*') === pattern.length - 1;
  const bare = isPrefix ? pattern.slice(0, -2) : undefined;
  const start = pattern.split('*')[0]!;
  const { calls, expands, certain } = callsOf(line);
  // As Claude Code has it: what a variable or a command yields may be the word that a rule of several words asks for.
  if (!certain || (expands && !/^[^\s*]+(?: ?\*)?$/.test(pattern))) return true;
  const meets = wildcard(pattern);
  return calls.some(({ text, known }) => {
    if (meets(text) || text === bare) return true;
    if (known === Infinity) return false;
    const sure = text.slice(0, known);
    return sure.startsWith(start) || start.startsWith(sure);
  });
}
