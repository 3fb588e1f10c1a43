import type { Engine } from '../../model/engine.js';
import { plainHooks } from '../plain-hooks.js';
import { argoShell } from './shell.js';
import { words } from './words.js';

/** Argo Workflows 3.2 and later: https://argo-workflows.readthedocs.io */
export const engine: Engine = {
  maxNameBytes: 128,
  nameSigns: '',
  // What a step prints reaches another one as a text that the engine puts into it, which no shell can be kept from reading.
  maxOutputs: 0,
  // A list of steps waits for a hook that nobody is to wait for, but goes on whatever comes of it.
  can: { handlers: true, background: 'soft' },
  runTable: {
    // What is skipped satisfies what waits for it; what had to be left out because of a failure does not.
    behind: { success: 'runs', failure: 'aborted', skipped: 'runs', aborted: 'aborted' },
    behindTolerant: { success: 'runs', failure: 'runs', skipped: 'runs', aborted: 'aborted' },
    hooks: plainHooks,
    handlers: {
      failure: { success: false, failure: true, skipped: false, aborted: true },
      abort: { success: false, failure: false, skipped: false, aborted: true },
      always: { success: true, failure: true, skipped: true, aborted: true },
    },
  },
  shell: argoShell,
  words,
};
