import { contextFlags, placeFlags, policyFlags, reportFlags, subjectFlags } from '../common-fields.js';
import { number, text } from '../flags.js';

export const shellFlags = {
  ...subjectFlags,
  ...placeFlags,
  ...policyFlags,
  ...contextFlags,
  ...reportFlags,
  max_output: number('bytes of each stream to keep; 1048576 unless given'),
  command: text('shell text; a program and its arguments after -- run without a shell'),
} as const;
