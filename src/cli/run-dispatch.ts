import { dispatch } from './commands/dispatch.js';
import { exitCodes } from './exit-codes.js';
import { runToEnd } from './run-to-end.js';

/** Runs `dispatch`, which a tool waits for each time it does something. */
export function run(): Promise<void> {
  // Who dispatches with `--fail-closed` is asked to block, also where dispatch itself breaks.
  const atFault = process.argv.includes('--fail-closed') ? exitCodes.blocked : exitCodes.fault;
  return runToEnd(atFault, ([, ...args]) => dispatch(args));
}

/** The same for the process of a hook that nobody waits for: it takes the code of this program, which is the same. */
export async function runBackground(): Promise<void> {
  await (await import('../dispatch/run-background.js')).runBackground();
}
