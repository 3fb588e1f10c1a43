import type { RunTable } from '../../model/run-table.js';

/**
 * What Dagu does, the same in 1.30 and 2.x, and what `step-fields.ts` and `handler-script.ts` make of it.
 * `test/engine/run-table.test.ts` lets the engine run through every row.
 */
export const runTable: RunTable = {
  behind: { success: 'runs', failure: 'aborted', skipped: 'skipped', aborted: 'aborted' },
  // `continueOn` helps a step that failed or was skipped, not one that never had its turn.
  behindTolerant: { success: 'runs', failure: 'runs', skipped: 'runs', aborted: 'aborted' },
  hooks: {
    // A condition ends the command well, for a step that Dagu skips would take along what waits for it.
    gate: { success: 'success', failure: 'failure', left_out: 'success' },
    awaited: { success: 'success', failure: 'success', left_out: 'success' },
    aside: { success: 'success', failure: 'success', left_out: 'success' },
    background: { success: 'success', failure: 'success', left_out: 'success' },
  },
  handlers: {
    failure: { success: false, failure: true, skipped: false, aborted: false },
    abort: { success: false, failure: false, skipped: false, aborted: true },
    always: { success: true, failure: true, skipped: true, aborted: true },
  },
};
