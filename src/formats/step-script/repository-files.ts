import type { ShellCommands } from '../../lang/shell/commands-of.js';

/** A file or folder of the repository that a script reads at once. */
export function readsAtOnce(commands: ShellCommands): string | undefined {
  return firstFile(commands) ?? ownFolder(commands);
}

/** The file with which a script starts, where its path is relative; what runs behind another command may have been made by it. */
function firstFile({ commands, unsure }: ShellCommands): string | undefined {
  const first = commands[0];
  if (!first) return undefined;
  const read = unsure.find(({ kind, within }) => kind === 'file' && within === first.within)?.file?.path;
  const path = read ?? first.words[0]?.text ?? '';
  return isRelative.test(path) ? path : undefined;
}

/** The folder in which it starts, where a command looks through that, such as `trivy fs .`. */
function ownFolder({ commands }: ShellCommands): string | undefined {
  const found = commands.find(({ program, args }) => !onlyFills.has(program) && args.some((arg) => isOwn.test(arg)));
  return found?.args.find((arg) => isOwn.test(arg));
}

/** Programs that put something there. */
const onlyFills = new Set(['cd', 'cp', 'install', 'ln', 'mkdir', 'mv', 'rsync', 'tar', 'unzip']);
const isOwn = /^(?:\.|\.\/|\.\/\.\.\.|\$\{?(?:PWD|GITHUB_WORKSPACE|CI_PROJECT_DIR)\}?(?:[:/].*)?)$/;

const isRelative = /^(?![/~$-])[\w.-]*\/[\w./-]+$/;
