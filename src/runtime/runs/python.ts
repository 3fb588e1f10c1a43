import { pythonFlags } from '../../steps/flags/python.js';
import { runnable } from '../run.js';
import { readConfig } from '../user-code/config-value.js';
import { pythonShim } from '../user-code/python-shim.js';
import { runUserCode } from '../user-code/run-user-code.js';
import { workflowFolder } from '../workflow-folder.js';

/** A Python class of the user: `Class(config).execute(context)`. */
export const pythonRun = runnable(pythonFlags, 120, async (flags, attempt) => {
  const read = readConfig(flags.config, flags.config_value);
  if (!read.ok) return { verdict: 'unable', error: read.problem, fields: {} };
  if (flags.class === undefined)
    return { verdict: 'unable', error: 'nothing to run: give --class MODULE.CLASS', fields: {} };
  if (attempt.dryRun) return { verdict: 'success', skipped: true, fields: { data: null } };
  const request = {
    name: flags.class,
    export: '',
    config: read.config,
    context: attempt.context,
    folders: [...new Set([attempt.directory, attempt.host.directory, await workflowFolder(attempt.host)])],
  };
  return runUserCode({ kind: 'program', file: 'python3', args: ['-c', pythonShim] }, request, attempt);
});
