import { defineFields } from '../fields.js';

/** The engine asks and waits; nothing of ours runs, so there are neither options nor a result. */
export const approvalFields = defineFields({
  prompt: { config: (is) => is.filledText() },
  // The name of an input begins with a letter, because not every engine takes another one.
  inputs: { config: (is) => is.optional(is.array(is.named(inputName, notInput))) },
  required: { config: (is) => is.optional(is.array(is.named(inputName, notInput))) },
});

const inputName = /^[A-Za-z][A-Za-z0-9_]*$/;
const notInput = 'is not a name that an input can have: letters, digits and "_"';
