import { codeFields, placeFields, runFields, subjectFields } from '../common-fields.js';
import { defineFields } from '../fields.js';
import { text } from '../flags.js';

export const moduleFields = defineFields({
  ...subjectFields,
  module: {
    config: (is) => is.filledText(),
    flag: text('the ES module: a path from the working folder, or the name of a package'),
  },
  export: { config: (is) => is.optional(is.filledText()), flag: text('the export to use; `default` unless given') },
  ...placeFields,
  ...runFields,
  ...codeFields,
});
