import { codeValues, commandCall } from '../command-call.js';
import { stepType } from '../step-type.js';
import { moduleFields } from './fields.js';

/** A class or a function of a JavaScript module of the user. */
export const moduleStep = stepType('module', moduleFields, {
  boundedResult: true,
  asksModel: false,
  call(config, context) {
    const module = context.binder.text(config.module);
    const values = { module, export: config.export, ...codeValues(config, context.binder) };
    return commandCall('module', moduleFields, context, values);
  },
});
