import { fileURLToPath } from 'node:url';
import { unable } from '../../runtime/attempt.js';
import { readConfig } from '../../runtime/user-code/config-value.js';
import { runUserCode } from '../../runtime/user-code/run-user-code.js';
import { runnable } from '../runnable.js';
import { moduleFields } from './fields.js';

/** A class or a function that a JavaScript module of the user exports. */
export const run = runnable(moduleFields, 120, async (flags, attempt) => {
  const read = readConfig(flags.config, flags.config_value);
  if (!read.ok) return unable(read.problem);
  if (flags.module === undefined) return unable('nothing to run: give --module PATH');
  if (attempt.dryRun) return { verdict: 'success', skipped: true, fields: { data: null } };
  const beside = await (await attempt.engine()).workflowFolder(attempt.host);
  const request = {
    name: flags.module,
    export: flags.export ?? 'default',
    config: read.config,
    context: attempt.context,
    folders: [...new Set([attempt.directory, attempt.host.directory, beside])],
  };
  return runUserCode({ kind: 'program', file: process.execPath, args: [childPath] }, request, attempt);
});

const childPath = fileURLToPath(new URL('../../runtime/user-code/module-child.js', import.meta.url));
