import { commandsOf } from '../lang/shell/commands-of.js';

/**
 * The programs that a shell command starts by their bare names, each once. Which of them it reaches is not asked. A name that depends on a
 * value, and one with a folder, which is seen from where the step runs, are left out.
 */
export function commandPrograms(command: string): readonly string[] {
  const names = commandsOf(command).commands.flatMap(({ words: [first] }) =>
    first !== undefined && first.known >= first.text.length && bareName.test(first.text) ? [first.text] : [],
  );
  return [...new Set(names)];
}

const bareName = /^[A-Za-z_][\w.+-]*$/;
