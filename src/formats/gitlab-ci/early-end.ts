import { commandsOf, type ShellCommand } from '../../lang/shell/commands-of.js';

/**
 * The first command that may end a job well before its other commands run: all of them are one script, which `exit 0`, `exec`, and in some
 * shells a `return` outside of functions, leave.
 */
export function earlyEndIn(scripts: readonly string[]): string | undefined {
  for (const script of scripts) {
    if (!/\b(?:exit|exec|return)\b/.test(script)) continue;
    const hasFunctions = /\(\s*\)|\bfunction\b/.test(script);
    for (const command of commandsOf(script).commands) {
      if (!isOfJob(command) || (hasFunctions && command.program === 'return')) continue;
      if (leaves(command)) return command.within;
    }
  }
  return undefined;
}

/**
 * The command behind which a job goes on although another one fails, where that is still so at the end of an entry: a gate there would stop
 * nothing, and its end would take the place of that of the command before it.
 */
export function toleranceIn(scripts: readonly string[]): string | undefined {
  for (const script of scripts) {
    if (!/\b(?:set|shopt)\b/.test(script)) continue;
    let last: string | undefined;
    for (const command of commandsOf(script).commands) {
      const { program, args } = command;
      if ((program !== 'set' && program !== 'shopt') || !isOfJob(command)) continue;
      const sign = program === 'set' ? lastSign(args) : signOfOption(args);
      if (sign !== undefined) last = sign === '+' ? command.within : undefined;
    }
    if (last !== undefined) return last;
  }
  return undefined;
}

/** A trap that says nothing of the status leaves it as it was. */
function leaves({ program, args, within }: ShellCommand): boolean {
  const [status] = args;
  if (program === 'exec') return status !== undefined;
  if ((program !== 'exit' && program !== 'return') || (status === undefined && /^trap\s/.test(within))) return false;
  return !/^0*[1-9]\d*$/.test(status ?? '');
}

/** What is in code for another shell does nothing to that of the job. */
function isOfJob({ program, within }: ShellCommand): boolean {
  return within.replace(/^[\\'"]+/, '').startsWith(program) || inSameShell.test(within);
}

const inSameShell = /^(?:[A-Za-z_]\w*=|(?:builtin|command|eval|trap)\s)/;

/** `-` where the arguments of `set` make a shell end with the first failure, `+` where they make it go on. */
function lastSign(args: readonly string[]): string | undefined {
  return args.reduce<string | undefined>((found, arg, at) => {
    const isNamed = arg === 'errexit' && /^[-+][A-Za-z]*o$/.test(args[at - 1] ?? '');
    return isNamed ? args[at - 1]![0] : /^[-+][A-Za-df-z]*e/.test(arg) ? arg[0] : found;
  }, undefined);
}

/** `shopt -uo errexit` is another way to write `set +e`. */
function signOfOption(args: readonly string[]): string | undefined {
  const letters = args.filter((arg) => arg.startsWith('-')).join('');
  if (!letters.includes('o') || !args.includes('errexit')) return undefined;
  return letters.includes('u') ? '+' : letters.includes('s') ? '-' : undefined;
}
