import * as z from 'zod/mini';
import { checkedBy } from './check.js';
import { environmentName, filledText } from './fields.js';
import type { StepType } from './step-type.js';

const fields = z
  .strictObject({
    prompt: filledText(),
    inputs: z.optional(z.array(environmentName())),
    required: z.optional(z.array(environmentName())),
  })
  .check(
    z.refine(({ inputs = [], required = [] }) => required.every((name) => inputs.includes(name)), {
      path: ['required'],
      error: 'names something that is not among `inputs`',
    }),
  );

/** A person who lets the workflow go on, or does not. The engine asks and waits; nothing of ours runs. */
export const approval: StepType<z.infer<typeof fields>> = {
  name: 'approval',
  ...checkedBy(fields),
  boundedResult: false,
  asksModel: false,
  call: ({ prompt, inputs = [], required = [] }, { binder }) => ({
    kind: 'approval',
    prompt: binder.text(prompt),
    inputs,
    required,
  }),
};
