import { fileURLToPath } from 'node:url';
import { moduleFlags } from '../../steps/flags/module.js';
import { runnable } from '../run.js';
import { readConfig } from '../user-code/config-value.js';
import { runUserCode } from '../user-code/run-user-code.js';
import { workflowFolder } from '../workflow-folder.js';

/** A class or a function that a JavaScript module of the user exports. */
export const moduleRun = runnable(moduleFlags, 120, async (flags, attempt) => {
  const read = readConfig(flags.config, flags.config_value);
  if (!read.ok) return { verdict: 'unable', error: read.problem, fields: {} };
  if (flags.module === undefined) return { verdict: 'unable', error: 'nothing to run: give --module PATH', fields: {} };
  if (attempt.dryRun) return { verdict: 'success', skipped: true, fields: { data: null } };
  const request = {
    name: flags.module,
    export: flags.export ?? 'default',
    config: read.config,
    context: attempt.context,
    folders: [...new Set([attempt.directory, attempt.host.directory, await workflowFolder(attempt.host)])],
  };
  return runUserCode({ kind: 'program', file: process.execPath, args: [childPath] }, request, attempt);
});

const childPath = fileURLToPath(new URL('../user-code/module-child.js', import.meta.url));
