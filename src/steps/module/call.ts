import * as z from 'zod/mini';
import { checkedBy } from '../check.js';
import { commandCall, optionalText, pairsOf } from '../command-call.js';
import { configWords } from '../config-words.js';
import { environment, filledText } from '../fields.js';
import type { StepType } from '../step-type.js';
import { moduleFlags } from './fields.js';

const fields = z.strictObject({
  module: filledText(),
  export: z.optional(filledText()),
  config: z.optional(z.record(z.string(), z.unknown())),
  working_dir: z.optional(filledText()),
  env: z.optional(environment()),
});

/** A class or a function of a JavaScript module of the user. */
export const moduleStep: StepType<z.infer<typeof fields>> = {
  name: 'module',
  ...checkedBy(fields),
  boundedResult: true,
  asksModel: false,
  call(config, context) {
    const { binder } = context;
    const values = {
      module: binder.text(config.module),
      export: config.export,
      working_dir: optionalText(config.working_dir, binder),
      env: pairsOf(config.env, binder),
      ...(config.config && configWords(config.config, binder)),
    };
    return commandCall('module', moduleFlags, values, context);
  },
};
