import { commandCall } from '../../../src/steps/command-call.js';
import { stepType } from '../../../src/steps/step-type.js';
import { greetingFields } from './fields.js';

export const greeting = stepType('greeting', greetingFields, {
  boundedResult: true,
  asksModel: false,
  call: ({ name }, context) => commandCall('greeting', greetingFields, context, { name: context.binder.text(name) }),
});
