import * as z from 'zod/mini';
import { checkedBy } from '../check.js';
import { optionalText, pairsOf } from '../command-call.js';
import { environment, filledText } from '../fields.js';
import type { StepType } from '../step-type.js';

const fields = z.strictObject({
  command: filledText(),
  working_dir: z.optional(filledText()),
  env: z.optional(environment()),
});

/** A command. It becomes plain fields of the engine and needs nothing of ours when it runs. */
export const shell: StepType<z.infer<typeof fields>> = {
  name: 'shell',
  ...checkedBy(fields),
  boundedResult: false,
  asksModel: false,
  call: (config, { binder }) => ({
    kind: 'script',
    script: binder.shell(config.command),
    env: [...binder.environment(), ...(pairsOf(config.env, binder) ?? [])],
    workingDir: optionalText(config.working_dir, binder),
  }),
};
