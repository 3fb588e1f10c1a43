import type { Engine } from '../../model/engine.js';
import type { RunTable } from '../../model/run-table.js';
import { plainHooks } from '../plain-hooks.js';
import { gitlabShell } from './shell.js';

/** What GitLab does behind a job, and what `hook-fields.ts` makes of it. A job that is left out is no part of the pipeline. */
const runTable: RunTable = {
  behind: { success: 'runs', failure: 'aborted', skipped: 'runs', aborted: 'aborted' },
  behindTolerant: { success: 'runs', failure: 'runs', skipped: 'runs', aborted: 'aborted' },
  hooks: plainHooks,
  handlers: {
    failure: { success: false, failure: true, skipped: false, aborted: false },
    abort: { success: false, failure: false, skipped: false, aborted: false },
    always: { success: true, failure: true, skipped: true, aborted: false },
  },
};

/** GitLab hands no output of a job to others but by files. */
export const engine: Engine = {
  maxNameBytes: 255,
  nameSigns: '_.',
  maxOutputs: 0,
  can: {
    handlers: 'nodes',
    // A job ends with its last command, and takes along what is still running.
    background: 'soft',
    // It waits for stages, or is reported (`check-ends.ts`).
    pastSkipped: true,
  },
  runTable,
  shell: gitlabShell,
  words: {
    needs: 'needs',
    item: 'job',
    asGraph: 'make each step a job of its own',
    letsOthersGoOn: '`allow_failure`',
  },
};
