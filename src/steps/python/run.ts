import { unable } from '../../runtime/attempt.js';
import { readConfig } from '../../runtime/user-code/config-value.js';
import { pythonShim } from '../../runtime/user-code/python-shim.js';
import { runUserCode } from '../../runtime/user-code/run-user-code.js';
import { runnable } from '../runnable.js';
import { pythonFields } from './fields.js';

/** A Python class of the user: `Class(config).execute(context)`. */
export const run = runnable(pythonFields, 120, async (flags, attempt) => {
  const read = readConfig(flags.config, flags.config_value);
  if (!read.ok) return unable(read.problem);
  if (flags.class === undefined) return unable('nothing to run: give --class MODULE.CLASS');
  if (attempt.dryRun) return { verdict: 'success', skipped: true, fields: { data: null } };
  const beside = await (await attempt.engine()).workflowFolder(attempt.host);
  const request = {
    name: flags.class,
    export: '',
    config: read.config,
    context: attempt.context,
    folders: [...new Set([attempt.directory, attempt.host.directory, beside])],
  };
  return runUserCode({ kind: 'program', file: 'python3', args: ['-c', pythonShim] }, request, attempt);
});
