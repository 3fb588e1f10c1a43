import { contextFlags, placeFlags, policyFlags, reportFlags, subjectFlags } from '../common-fields.js';
import { flag, text } from '../flags.js';

export const pythonFlags = {
  ...subjectFlags,
  class: text('the class, such as my_hooks.CustomValidator'),
  ...placeFlags,
  ...policyFlags,
  ...contextFlags,
  ...reportFlags,
  config: text('the configuration that the class gets, as a JSON object'),
  config_value: flag('pairs', 'POINTER=VALUE, a text to put into the configuration at a JSON Pointer'),
} as const;
