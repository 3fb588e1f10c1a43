import { defineFields } from '../fields.js';
import { cacheFields, decisionFields, modelFields, promptFields } from '../model-fields.js';

export const promptStepFields = defineFields({
  ...modelFields,
  ...cacheFields,
  ...decisionFields,
  ...promptFields,
});
