import { commandsOf } from '../../lang/shell/commands-of.js';

/** The first command that may end a job well before its other commands run: all of them are one script, which `exit 0` and `exec` leave. */
export function earlyEndIn(scripts: readonly string[]): string | undefined {
  for (const script of scripts) {
    if (!/\bex(?:it|ec)\b/.test(script)) continue;
    for (const { program, args, within } of commandsOf(script).commands) {
      // One in code for another shell ends that one.
      if (!within.startsWith(program)) continue;
      const leaves = program === 'exec' ? args.length > 0 : program === 'exit' && !/^0*[1-9]\d*$/.test(args[0] ?? '');
      if (leaves) return within;
    }
  }
  return undefined;
}
