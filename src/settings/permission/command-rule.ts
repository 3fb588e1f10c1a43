import { commandsOf, type ShellCommand } from '../../lang/shell/commands-of.js';
import { programName } from '../../lang/shell/runs.js';
import { joined } from '../../lang/shell/word.js';
import { wildcard } from './wildcard.js';

/** Does a rule such as `git push *` meet one of the commands in this line? */
export function meetsCommand(written: string, line: string): boolean {
  // `git:*` is the older way to write it.
  const pattern = written.endsWith(':*') ? `${written.slice(0, -2)} *` : written;
  const isPrefix = pattern.endsWith(' *') && pattern.indexOf('*') === pattern.length - 1;
  const bare = isPrefix ? pattern.slice(0, -2) : undefined;
  const start = pattern.split('*')[0]!;
  const found = commandsOf(line.replaceAll('\r\n', '\n'));
  // As Claude Code has it: what a variable or a command yields may be the word that a rule of several words asks for.
  if (found.unsure.length > 0 || (found.expands && !/^[^\s*]+(?: ?\*)?$/.test(pattern))) return true;
  const matches = wildcard(pattern);
  const isMet = (text: string) => matches(text) || text === bare;
  return (
    isMet(line.trim()) ||
    found.written.some(isMet) ||
    found.commands.some((command) =>
      callsOf(command).some(({ text, known }) => {
        if (isMet(text)) return true;
        if (known === Number.POSITIVE_INFINITY) return false;
        const sure = text.slice(0, known);
        return sure.startsWith(start) || start.startsWith(sure);
      }),
    )
  );
}

/** A program and its arguments as one text. So many characters of it are certain. */
interface Call {
  readonly text: string;
  readonly known: number;
}

/** With the program as it is written, and by its last path part. */
function callsOf({ words, open }: ShellCommand): readonly Call[] {
  const { text, known } = joined(words);
  const call = open ? { text: `${text} `, known: Math.min(known, text.length + 1) } : { text, known };
  const first = words[0]!;
  const shorter = first.text.length - programName(first).length;
  if (shorter === 0 || first.known < shorter) return [call];
  return [call, { text: call.text.slice(shorter), known: known - shorter }];
}
