import type { StepSpelling } from '../yaml-steps/step-list.js';
import { isOneOf as isOneOfFields } from '../yaml-steps/step-list.js';
import type { Dialect } from './dialect.js';
import { fieldOf, isKey } from './fields.js';

/** How a dialect spells what steps of all formats have. */
export function spellingOf(dialect: Dialect): StepSpelling {
  return dialect === 'v2' ? ofV2 : ofV1;
}

const ofV1: StepSpelling = {
  name: 'name',
  needs: 'depends',
  description: 'description',
  commands: ['command', 'run'],
  isKey,
  fieldOf,
};
const ofV2: StepSpelling = { ...ofV1, commands: ['run', 'command'] };

/** Tells keys, in whatever case, that are among these. */
export function isOneOf(...keys: readonly string[]): (written: string) => boolean {
  return isOneOfFields(keys, ofV1);
}
