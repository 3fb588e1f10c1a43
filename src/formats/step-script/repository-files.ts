import type { ShellCommands } from '../../lang/shell/commands-of.js';

/** The file with which a script starts, where its path is relative; what runs behind another command may have been made by it. */
export function firstFile({ commands, unsure }: ShellCommands): string | undefined {
  const first = commands[0];
  if (!first) return undefined;
  const read = unsure.find(({ kind, within }) => kind === 'file' && within === first.within)?.file?.path;
  const path = read ?? first.words[0]?.text ?? '';
  return isRelative.test(path) ? path : undefined;
}

/** The folder in which it starts, where the first command looks through that, such as `trivy fs .`. */
export function firstFolder({ commands }: ShellCommands): string | undefined {
  return commands[0]?.args.find((arg) => arg === '.' || arg === './' || arg === './...');
}

const isRelative = /^(?![/~$-])[\w.-]*\/[\w./-]+$/;
