import { contextFields, policyFields, reportFields, subjectFields } from '../../../src/steps/common-fields.js';
import { defineFields } from '../../../src/steps/fields.js';
import { text } from '../../../src/steps/flags.js';

export const greetingFields = defineFields({
  ...subjectFields,
  name: { config: (is) => is.filledText(), flag: text('who is greeted'), result: (is) => is.maybeText() },
  ...policyFields,
  ...contextFields,
  ...reportFields,
});
