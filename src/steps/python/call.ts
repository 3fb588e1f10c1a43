import * as z from 'zod/mini';
import { checkedBy } from '../check.js';
import { commandCall, optionalText, pairsOf } from '../command-call.js';
import { configWords } from '../config-words.js';
import { environment, filledText } from '../fields.js';
import type { StepType } from '../step-type.js';
import { pythonFlags } from './fields.js';

const fields = z.strictObject({
  class: z.string().check(z.regex(/^[\p{L}_][\p{L}\p{N}_]*(\.[\p{L}_][\p{L}\p{N}_]*)+$/u, 'must be `module.Class`')),
  config: z.optional(z.record(z.string(), z.unknown())),
  working_dir: z.optional(filledText()),
  env: z.optional(environment()),
});

/** A Python class of the user. */
export const python: StepType<z.infer<typeof fields>> = {
  name: 'python',
  ...checkedBy(fields),
  boundedResult: true,
  asksModel: false,
  call(config, context) {
    const { binder } = context;
    const values = {
      class: config.class,
      working_dir: optionalText(config.working_dir, binder),
      env: pairsOf(config.env, binder),
      ...(config.config && configWords(config.config, binder)),
    };
    return commandCall('python', pythonFlags, values, context);
  },
};
