import * as z from 'zod/mini';
import { checkedBy } from '../check.js';
import { filledText } from '../fields.js';
import type { StepType } from '../step-type.js';

/** Begins with a letter, because Dagu 2 takes no other. */
const inputName = () =>
  z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'is not a name that an input can have: letters, digits and "_"'));

const fields = z
  .strictObject({
    prompt: filledText(),
    inputs: z.optional(z.array(inputName())),
    required: z.optional(z.array(inputName())),
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
