import { outputFields, placeFields, runFields, subjectFields } from '../common-fields.js';
import { defineFields } from '../fields.js';
import { number, text } from '../flags.js';

/** The options are for a person and for other programs: in a DAG a command becomes fields of the engine. */
export const shellFields = defineFields({
  ...subjectFields,
  ...placeFields,
  ...runFields,
  max_output: { flag: number('bytes of each stream to keep; 1048576 unless given') },
  command: {
    config: (is) => is.filledText(),
    flag: text('shell text; a program and its arguments after -- run without a shell'),
    result: (is) => is.maybeText(),
  },
  exit_code: { result: (is) => is.maybeNumber() },
  ...outputFields,
});
