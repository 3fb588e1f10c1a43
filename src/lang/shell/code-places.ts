import { commandVariable } from './assignments.js';
import type { CommandNode, Input, SimpleCommand } from './command-tree.js';
import { type ProgramRun, runsOf } from './runs.js';
import type { Scan } from './scan.js';
import { simpleCommands } from './simple-commands.js';
import type { ValueRange, Word } from './tokens.js';

/**
 * Which values of a shell text another program would read as code, where no quoting of the shell helps: the text behind `sh -c`,
 * what `eval` and `ssh` put together, a program for awk, what a pipe brings to a shell. What a script does with a variable or a
 * file that it has put a value into is not followed.
 * @returns for each value why, or `undefined`
 */
export function codeReasons({ levels }: Scan): readonly (string | undefined)[] {
  const reasons: (string | undefined)[] = [];
  const give = ({ from, to }: ValueRange, reason: string) => {
    for (let value = from; value < to; value += 1) reasons[value] ??= reason;
  };
  for (const command of simpleCommands(levels)) {
    const inputs = inputsOf(command).filter(({ values }) => values.from < values.to);
    const words = [...command.assignments, ...command.words];
    if (inputs.length === 0 && !words.some(hasValues)) continue;
    const { runs, isWhole } = runsOf(command.words);
    const name = runs[0]?.name ?? 'the shell';
    for (const word of command.assignments) if (commandVariable.test(word.text)) give(word.values, asCode(name));
    for (const run of runs) giveRun(run, inputs, give);
    if (!isWhole) for (const word of words) give(word.values, asCode(name));
  }
  return reasons;
}

function giveRun(run: ProgramRun, inputs: readonly Input[], give: (values: ValueRange, reason: string) => void): void {
  for (const part of run.parts) {
    if (part.kind === 'input') {
      for (const { from, values } of inputs) {
        give(values, from === 'pipe' ? `it is before a pipe into ${run.name}, which reads code` : asCode(run.name));
      }
    } else if (part.kind === 'code') {
      for (const word of run.words.slice(part.from, part.to)) give(word.values, asCode(run.name));
    } else if (part.kind === 'file') {
      const word = run.words[part.at]!;
      if (word.isFile) give(word.values, asCode(run.name));
    }
  }
}

function hasValues({ values }: Word): boolean {
  return values.from < values.to;
}

function asCode(reader: string): string {
  return `it is in what ${reader} reads as code`;
}

/** Its own, and those of the groups around it. */
export function inputsOf(command: SimpleCommand): readonly Input[] {
  const inputs: Input[] = [];
  let node: CommandNode | undefined = command;
  for (let step = 0; node && step < deepest; step += 1) {
    inputs.push(...node.inputs);
    node = node.outer;
  }
  return inputs;
}

const deepest = 100;
