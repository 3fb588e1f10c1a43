import { stepType } from '../step-type.js';
import { approvalFields } from './fields.js';

/** A person who lets the workflow go on, or does not. */
export const approval = stepType(
  'approval',
  approvalFields,
  {
    boundedResult: false,
    asksModel: false,
    call: ({ prompt, inputs = [], required = [] }, { binder }) => ({
      kind: 'approval',
      prompt: binder.text(prompt),
      inputs,
      required,
    }),
  },
  [
    {
      field: 'inputs',
      holds: ({ inputs = [] }) => new Set(inputs).size === inputs.length,
      error: 'names an input twice',
      help: 'name each input once',
    },
    {
      field: 'required',
      holds: ({ inputs = [], required = [] }) => required.every((name) => inputs.includes(name)),
      error: 'names something that is not among `inputs`',
      help: 'add it to `inputs`',
    },
  ],
);
