import { defineFields } from './fields.js';
import { flag, number, text } from './flags.js';

/** What the step is for. Written first, so that a line in a DAG begins with it. */
export const subjectFields = defineFields({
  task: { flag: text('the task that the step is for') },
  spec: { flag: text('the specification that the task belongs to') },
});

/** The rest of the context; the step's own process sees it as DAGWEAVE_* and ARBORIST_*. */
export const contextFields = defineFields({
  worktree: { flag: text("the task's workspace; the step runs there unless --working-dir is given") },
  branch: { flag: text('the branch of the task') },
  parent_branch: { flag: text('the branch that it came from') },
  arborist_home: { flag: text('the folder that holds the configuration') },
  timestamp: { flag: text('the time to give out as the time of the run') },
});

export const policyFields = defineFields({
  timeout: { flag: number('seconds that one attempt may take; 0 is without end') },
  retries: { flag: number('further attempts after the first one failed') },
  retry_delay: { flag: number('seconds between attempts') },
});

/** For a person at a terminal, and for what reads results; the compiler writes none of them. */
export const reportFields = defineFields({
  verbose: { flag: flag('switch', 'show the output on standard error while it comes') },
  result_file: { flag: text('write the result to this file too') },
  mask: { flag: flag('list', 'an environment variable whose value, or a text, that the result must not show') },
  dry_run: { flag: flag('switch', 'say what would be run, and run nothing') },
});

/** What every step has that a command of its own runs for. */
export const runFields = defineFields({ ...policyFields, ...contextFields, ...reportFields });

export const placeFields = defineFields({
  working_dir: { config: (is) => is.optional(is.filledText()), flag: text('the folder to run in') },
  env: {
    config: (is) => is.optional(is.environment()),
    flag: flag('pairs', 'NAME=VALUE, an environment variable for the command'),
  },
});

/** What every process says. */
export const outputFields = defineFields({
  stdout: { result: (is) => is.maybeText() },
  stderr: { result: (is) => is.maybeText() },
});

/** For code of the user. */
export const codeFields = defineFields({
  config: {
    config: (is) => is.optional(is.record(is.string(), is.unknown())),
    flag: text('the configuration that it gets, as a JSON object'),
  },
  config_value: { flag: flag('pairs', 'POINTER=VALUE, a text to put into the configuration at a JSON Pointer') },
  data: { result: (is) => is.maybeJson() },
  ...outputFields,
});

/** What a score below `min_score` means. */
export const thresholdFields = defineFields({
  passed: { result: (is) => is.maybeFlag() },
  fail_on_threshold: {
    config: (is) => is.optional(is.boolean()),
    flag: flag('switch', 'fail the step where the score is lower (the default); --no-… only reports it'),
  },
});

/** The service that answers, where the runner is one. */
export const serviceFields = defineFields({
  base_url: {
    config: (is) => is.optional(is.filledText()),
    flag: text('address of an OpenAI-compatible or Anthropic-compatible service'),
  },
  api_key_env: {
    config: (is) => is.optional(is.filledText()),
    flag: text('the environment variable that holds the key'),
  },
});

/** What the three types that ask a model begin with. */
export const modelFields = defineFields({
  ...subjectFields,
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
  ...runFields,
  prompt: { config: (is) => is.optional(is.prompt()), flag: text('the prompt, taken as it is') },
  prompt_file: {
    config: (is) => is.optional(is.filledText()),
    flag: text('the file that holds the prompt; looked for from here upwards, and beside the workflow'),
  },
  var: { flag: flag('pairs', 'NAME=VALUE, for {{NAME}} in the prompt file') },
});
