import type { NodeEnd, RunTable } from '../../model/run-table.js';

/** What Dagu does, and what `step-fields.ts` and `handler-script.ts` make of it. */
export interface DaguRunTable extends RunTable {
  /** The engine that `test/engine/run-table.test.ts` drives through every row. */
  readonly engine: string;
  /** What a step that calls a sub-DAG counts as: where that one's run fails, and where it fails because a call in it took too long. */
  readonly callers: { readonly failure: NodeEnd; readonly late: NodeEnd };
}

const ofBoth: RunTable = {
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

export const runTables: Readonly<Record<'v1' | 'v2', DaguRunTable>> = {
  v1: { engine: '1.30.2', ...ofBoth, callers: { failure: 'failure', late: 'failure' } },
  v2: { engine: '2.14.0', ...ofBoth, callers: { failure: 'failure', late: 'aborted' } },
};
