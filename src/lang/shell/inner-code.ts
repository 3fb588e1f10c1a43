import { inputReader } from './code-input.js';
import { wordsOfCode } from './code-words.js';
import type { ShellToken, ValueRange } from './scan.js';
import { type SimpleCommand, simpleCommands } from './simple-commands.js';

/**
 * Which values of a shell text another program would read as code, where no quoting of the shell helps: the text behind `sh -c`,
 * what `eval` and `ssh` put together, a program for awk, what a pipe brings to a shell. Linear in the text. What a script does
 * with a variable or a file that it has put a value into is not followed.
 * @param marks offsets of the values
 * @returns for each value why, or `undefined`
 */
export function codeReasons(
  source: string,
  marks: readonly number[],
  tokens: readonly ShellToken[],
): readonly (string | undefined)[] {
  const reasons: (string | undefined)[] = [];
  const give = ({ from, to }: ValueRange, reason: string) => {
    for (let value = from; value < to; value += 1) reasons[value] ??= reason;
  };
  let piped = 0;
  let before: string | undefined;
  for (const command of simpleCommands(source, marks, tokens)) {
    for (const { values, reader } of wordsOfCode(command.words)) give(values, asCode(reader));
    const own = inputReader(command);
    // A group has its input for the commands in it.
    const reader = own ?? (isGroupEnd(command) ? before : undefined);
    before = reader ?? before;
    if (reader === undefined) continue;
    for (const values of command.input) give(values, asCode(reader));
    give({ from: piped, to: command.piped }, `it stands before a pipe into ${reader}, which reads code`);
    piped = Math.max(piped, command.piped);
  }
  return reasons;
}

function isGroupEnd({ words }: SimpleCommand): boolean {
  return words.length === 0 || /^(?:\}|done|fi|esac)$/.test(words[0]!.text);
}

function asCode(reader: string): string {
  return `it stands in what ${reader} reads as code`;
}
