import { runnable } from '../../../src/steps/runnable.js';
import { greetingFields } from './fields.js';

export const run = runnable(greetingFields, 5, async ({ name = '' }) => ({
  verdict: name === 'nobody' ? 'failure' : 'success',
  error: 'there is nobody to greet',
  fields: { name },
}));
