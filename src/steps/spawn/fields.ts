import { contextFlags, policyFlags, reportFlags, subjectFlags } from '../common-fields.js';
import { flag, text } from '../flags.js';

/** `${NAME}` in an input is read from the environment, `{{NAME}}` from `--var`. */
export const spawnFlags = {
  ...subjectFlags,
  pipeline: text('the workflow to run: a file, or a name that the engine knows'),
  input: flag('pairs', 'NAME=VALUE, a parameter of it'),
  print: text('what goes to standard output: result (unless given), or output, which is what the workflow gave'),
  ...policyFlags,
  ...contextFlags,
  ...reportFlags,
  var: flag('pairs', 'NAME=VALUE, for {{NAME}}'),
} as const;
