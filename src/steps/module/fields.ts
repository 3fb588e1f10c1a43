import { contextFlags, placeFlags, policyFlags, reportFlags, subjectFlags } from '../common-fields.js';
import { flag, text } from '../flags.js';

export const moduleFlags = {
  ...subjectFlags,
  module: text('the ES module: a path from the working folder, or the name of a package'),
  export: text('the export to use; `default` unless given'),
  ...placeFlags,
  ...policyFlags,
  ...contextFlags,
  ...reportFlags,
  config: text('the configuration that it gets, as a JSON object'),
  config_value: flag('pairs', 'POINTER=VALUE, a text to put into the configuration at a JSON Pointer'),
} as const;
