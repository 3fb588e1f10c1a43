import { runFields, subjectFields } from '../common-fields.js';
import { defineFields } from '../fields.js';
import { flag, text } from '../flags.js';

/** `${NAME}` in an input is read from the environment, `{{NAME}}` from `--var`. */
export const spawnFields = defineFields({
  ...subjectFields,
  pipeline: {
    config: (is) => is.filledText(),
    flag: text('the workflow to run: a file, or a name that the engine knows'),
  },
  inputs: {
    config: (is) =>
      is.optional(
        is.record(is.named(/^[A-Za-z_][A-Za-z0-9_]*$/, 'is not a name that a parameter can have'), is.scalar()),
      ),
  },
  external: { config: (is) => is.optional(is.boolean()) },
  input: { flag: flag('pairs', 'NAME=VALUE, a parameter of it') },
  print: {
    flag: text('what goes to standard output: result (unless given), or output, which is what the workflow gave'),
  },
  ...runFields,
  var: { flag: flag('pairs', 'NAME=VALUE, for {{NAME}}') },
  run_id: { result: (is) => is.textOrNull() },
  output: { result: (is) => is.maybeJson() },
  stderr: { result: (is) => is.maybeText() },
});
