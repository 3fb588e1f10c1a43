import { languages } from './programs/languages.js';
import { machines } from './programs/machines.js';
import { packages } from './programs/packages.js';
import type { Program } from './programs/program.js';
import { shells } from './programs/shells.js';
import { tools } from './programs/tools.js';
import { wrappers } from './programs/wrappers.js';

/** The table of programs that run other programs, or code. */
export function findProgram(name: string): Program | undefined {
  const row = programs.get(name);
  if (row || !/[\d.e]$/.test(name)) return row;
  return programs.get(name.replace(/(?<![\d.])[\d.]+$|\.exe$/, ''));
}

const programs: ReadonlyMap<string, Program> = new Map(
  [shells, wrappers, machines, packages, languages, tools].flatMap((family) => Object.entries(family)),
);
