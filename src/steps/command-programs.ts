import { commandsOf } from '../lang/shell/commands-of.js';
import { machines } from '../lang/shell/programs/machines.js';

/**
 * The programs that a shell command starts on this machine by their bare names, each once. Which of them it reaches is not asked. A name
 * that depends on a value, a function of its own, and one with a folder, which is seen from where the step runs, are left out.
 */
export function commandPrograms(command: string): readonly string[] {
  const functions = new Set([...command.matchAll(/(?<![\w.+-])([\w.+-]+) ?\(\)/g)].map(([, name]) => name!));
  const names: string[] = [];
  // What docker or ssh runs is behind it, within the same command.
  let elsewhere: string | undefined;
  for (const { program, words, within } of commandsOf(command).commands) {
    const first = words[0]!;
    if (within === elsewhere && !Object.hasOwn(machines, program)) continue;
    elsewhere = Object.hasOwn(machines, program) ? within : undefined;
    if (first.known >= first.text.length && bareName.test(first.text) && !functions.has(first.text))
      names.push(first.text);
  }
  return [...new Set(names)];
}

const bareName = /^[A-Za-z_][\w.+-]*$/;
