import { fleets } from './programs/fleets.js';
import { languages } from './programs/languages.js';
import { machines } from './programs/machines.js';
import { packages } from './programs/packages.js';
import { type Program, verbs } from './programs/program.js';
import { secrets } from './programs/secrets.js';
import { shells } from './programs/shells.js';
import { tools } from './programs/tools.js';
import { wrappers } from './programs/wrappers.js';

/** The table of programs that run other programs, or code. */
export function findProgram(name: string): Program | undefined {
  const row = programs.get(name);
  if (row || !/[\d.e]$/.test(name)) return row;
  return programs.get(name.replace(/(?<![\d.])[\d.]+$|\.exe$/, ''));
}

/** Many programs that are not in the table run what is behind `--`, and say so with their first word. */
export const unknownProgram: Program = verbs(
  'exec run x shell enter ssh start env environment activate do with wrap launch intercept',
  { dashes: true },
);

const programs: ReadonlyMap<string, Program> = new Map(
  [shells, wrappers, machines, fleets, secrets, packages, languages, tools].flatMap((family) => Object.entries(family)),
);
