import type { Caller, DispatchOptions } from '../../dispatch/order.js';
import { eventNames } from '../../model/event-table.js';
import { flag, text } from '../../steps/flags.js';
import { readFlags } from '../read-flags.js';

export const dispatchFlags = {
  event: text('read the context from this file instead of standard input, to run an event again'),
  compat: text('how to answer: dagweave (the default), or claude, as a hook of Claude Code does'),
  config: flag('list', 'read hooks from this file, or folder of hook files, instead of the usual places'),
  environment: text('the environment, such as dev, for hooks of the registry; DAGWEAVE_ENVIRONMENT unless given'),
  project: text('the folder of the project; unless given, found from the current folder upwards'),
  fail_closed: flag('switch', 'block if dispatch itself cannot decide: broken settings, a broken context'),
  dry_run: flag('switch', 'run nothing; show which hooks would run, and why the others would not'),
  log: text('write the log of runs to this file'),
  no_log: flag('switch', 'write no log'),
  quiet: flag('switch', 'print only errors on standard error'),
} as const;

export type ReadOptions =
  | { readonly ok: true; readonly options: DispatchOptions }
  | { readonly ok: false; readonly problem: string };

export async function readOptions(args: readonly string[]): Promise<ReadOptions> {
  const event = eventIn(args);
  const read = await readFlags(dispatchFlags, event === undefined ? args : args.slice(1));
  if (!read.ok) return { ok: false, problem: event === undefined ? inOrder(read.problem, args) : read.problem };
  if (read.rest.length > 0) return { ok: false, problem: `unexpected argument "${read.rest[0]}"` };
  const { compat = 'dagweave' } = read.values;
  if (compat !== 'dagweave' && compat !== 'claude') {
    return { ok: false, problem: `--compat is dagweave or claude, not "${compat}"` };
  }
  return { ok: true, options: { event, flags: read.values, compat } };
}

/** Options may not come before the event. */
function inOrder(problem: string, args: readonly string[]): string {
  const late = problem.startsWith('unexpected argument') ? args.find((word) => eventNames.includes(word)) : undefined;
  return late === undefined ? problem : `${problem}: the event comes first, as in \`dagweave dispatch ${late} …\``;
}

export function callerIn(args: readonly string[]): Caller {
  const isClaude = / --compat[ =]claude /.test(` ${args.join(' ')} `);
  return {
    event: eventIn(args),
    compat: isClaude ? 'claude' : 'dagweave',
    failClosed: args.includes('--fail-closed'),
    quiet: args.includes('--quiet'),
  };
}

function eventIn([first]: readonly string[]): string | undefined {
  return first !== undefined && !first.startsWith('-') ? first : undefined;
}
