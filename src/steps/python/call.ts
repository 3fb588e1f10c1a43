import { codeValues, commandCall } from '../command-call.js';
import { stepType } from '../step-type.js';
import { pythonFields } from './fields.js';

/** A Python class of the user. */
export const python = stepType('python', pythonFields, {
  boundedResult: true,
  asksModel: false,
  needs: () => [{ kind: 'program', name: 'python3' }],
  call: (config, context) =>
    commandCall('python', pythonFields, context, { class: config.class }, codeValues(config, context.binder)),
});
