import type { Engine, EngineWords } from '../../model/engine.js';
import type { RunTable } from '../../model/run-table.js';
import { plainHooks } from '../plain-hooks.js';
import { githubShell } from './shell.js';

/** What people who write for GitHub Actions call things, for messages. */
const words: EngineWords = {
  needs: 'needs',
  item: 'job',
  asGraph: 'put the hook around a job, where `needs` says what waits for what',
  letsOthersGoOn: '`continue-on-error`',
};

/** What a runner does, and what `hook-fields.ts` makes of it. */
const runTable: RunTable = {
  behind: { success: 'runs', failure: 'aborted', skipped: 'skipped', aborted: 'aborted' },
  // `continue-on-error` makes a success of a failure; a step that is skipped holds up nothing, unlike a job.
  behindTolerant: { success: 'runs', failure: 'runs', skipped: 'runs', aborted: 'aborted' },
  hooks: plainHooks,
  handlers: {
    failure: { success: false, failure: true, skipped: false, aborted: false },
    abort: { success: false, failure: false, skipped: false, aborted: true },
    always: { success: true, failure: true, skipped: true, aborted: true },
  },
};

export const githubEngine: Engine = {
  // GitHub takes ids of less than 100 signs.
  maxNameBytes: 99,
  nameSigns: '_',
  foldsNames: true,
  // A step finds what earlier ones left in files of the runner, not in variables of its own.
  maxOutputs: 0,
  can: { handlers: 'nodes', background: 'soft', pastSkipped: true },
  runTable,
  shell: githubShell,
  words,
};
