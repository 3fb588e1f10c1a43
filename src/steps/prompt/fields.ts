import { cacheFields, decisionFields, modelFields, promptFields } from '../common-fields.js';
import { defineFields } from '../fields.js';

export const promptStepFields = defineFields({
  ...modelFields,
  ...cacheFields,
  ...decisionFields,
  ...promptFields,
});
