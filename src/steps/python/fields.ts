import { codeFields, placeFields, runFields, subjectFields } from '../common-fields.js';
import { defineFields } from '../fields.js';
import { text } from '../flags.js';

export const pythonFields = defineFields({
  ...subjectFields,
  class: {
    config: (is) => is.named(/^[\p{L}_][\p{L}\p{N}_]*(\.[\p{L}_][\p{L}\p{N}_]*)+$/u, 'must be `module.Class`'),
    flag: text('the class, such as my_hooks.CustomValidator'),
  },
  ...placeFields,
  ...runFields,
  ...codeFields,
});
