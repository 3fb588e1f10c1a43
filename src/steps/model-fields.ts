import { contextFields, policyFields, reportFields, serviceFields, subjectFields } from './common-fields.js';
import { defineFields } from './fields.js';
import { flag, number, text } from './flags.js';

/** What the three types that ask a model begin with. */
export const modelFields = defineFields({
  ...subjectFields,
  prompt_file: { config: (is) => is.optional(is.filledText()) },
  runner: {
    config: (is) => is.optional(is.oneOf(is.modelRunners)),
    flag: text('claude, codex, gemini, opencode, openai or anthropic'),
    result: (is) => is.maybeText(),
  },
  model: {
    config: (is) => is.optional(is.filledText()),
    flag: text('the model, as the runner names it'),
    result: (is) => is.textOrNull(),
  },
  ...serviceFields,
  max_tokens: {
    config: (is) => is.optional(is.wholeNumber(1)),
    flag: number('tokens that the answer may have; for an agent, that all turns may have'),
  },
  working_dir: { config: (is) => is.optional(is.filledText()), flag: text('the folder to run in') },
  raw_output: { result: (is) => is.maybeText() },
  prompt_used: { result: (is) => is.maybeText() },
  cached: { result: (is) => is.maybeFlag() },
  would_call: { result: (is) => is.maybeMap() },
});

export const cacheFields = defineFields({
  cache: {
    config: (is) => is.optional(is.boolean()),
    flag: flag('switch', 'take the answer to the same question from the cache'),
  },
  cache_dir: { config: (is) => is.optional(is.filledText()), flag: text('the folder of the cache') },
  cache_files: { config: (is) => is.optional(is.texts()) },
  cache_file: { flag: flag('list', 'a file whose content is part of the question') },
});

/** A decision of a model. */
export const decisionFields = defineFields({
  allowed: { result: (is) => is.maybeFlag() },
  reason: { result: (is) => is.maybeText() },
});

/** What these types end with: a prompt may be long. */
export const promptFields = defineFields({
  ...policyFields,
  ...contextFields,
  ...reportFields,
  prompt: { config: (is) => is.optional(is.prompt()), flag: text('the prompt, taken as it is') },
});
