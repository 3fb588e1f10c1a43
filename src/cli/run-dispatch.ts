import { dispatch } from './commands/dispatch.js';
import { exitCodes } from './exit-codes.js';
import { runToEnd } from './run-to-end.js';

/** Who dispatches with `--fail-closed` is asked to block, also where dispatch itself breaks. */
const atFault = process.argv.includes('--fail-closed') ? exitCodes.blocked : exitCodes.fault;

/** The program of `dispatch`, which a tool waits for each time it does something. */
void runToEnd(atFault, async ([, ...args]) => dispatch(args));
