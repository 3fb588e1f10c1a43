import type { FlagTable } from '../../steps/flags.js';
import { optionName } from '../../steps/flags.js';
import type { RunnableType } from '../../steps/runnable.js';

/** The help of `dagweave step`, or of one type. */
export function stepHelp(
  type: string | undefined,
  runnable: RunnableType | undefined,
  types: readonly string[],
): string {
  if (runnable) return [`Usage: dagweave step ${type} [options]`, '', ...optionLines(runnable.flags), ''].join('\n');
  return [
    'Usage: dagweave step TYPE [options]',
    '',
    'Runs one step and prints its result as one JSON object.',
    'Exit codes: 0 success; 1 the check said no; 2 blocked by a decision; 124 timeout; 125 could not run.',
    '',
    `Types: ${types.join(', ')}`,
    'Options of a type: dagweave step TYPE --help',
    '',
  ].join('\n');
}

function optionLines(table: FlagTable): string[] {
  return Object.entries(table).map(([name, { kind, help }]) => {
    const value = { text: ' TEXT', number: ' NUMBER', switch: '', list: ' TEXT …', pairs: ' NAME=VALUE …' }[kind];
    return `  ${`${optionName(name)}${value}`.padEnd(28)} ${help}`;
  });
}
