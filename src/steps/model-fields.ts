import { contextFlags, policyFlags, reportFlags, subjectFlags } from './common-fields.js';
import { flag, number, text } from './flags.js';

/** What the three types that ask a model have in common. */
const modelFlags = {
  runner: text('claude, codex, gemini, opencode, openai or anthropic'),
  model: text('the model, as the runner names it'),
  base_url: text('address of an OpenAI-compatible or Anthropic-compatible service'),
  api_key_env: text('the environment variable that holds the key'),
  max_tokens: number('tokens that the answer may have; for an agent, that all turns may have'),
  working_dir: text('the folder to run in'),
} as const;

const cacheFlags = {
  cache: flag('switch', 'take the answer to the same question from the cache'),
  cache_dir: text('the folder of the cache'),
  cache_file: flag('list', 'a file whose content is part of the question'),
} as const;

/** A template has `{{name}}` for each `--var`; a prompt is taken as it is. */
const promptFlags = {
  var: flag('pairs', 'NAME=VALUE, for {{NAME}} in --prompt-template'),
  prompt: text('the prompt, taken as it is'),
  prompt_template: text('the prompt, with {{NAME}} for each --var'),
} as const;

export const llmEvalFlags = {
  ...subjectFlags,
  ...modelFlags,
  min_score: number('the lowest score that passes'),
  fail_on_threshold: flag('switch', 'fail the step where the score is lower (the default); --no-… only reports it'),
  ...cacheFlags,
  ...policyFlags,
  ...contextFlags,
  ...reportFlags,
  ...promptFlags,
} as const;

export const promptStepFlags = {
  ...subjectFlags,
  ...modelFlags,
  ...cacheFlags,
  ...policyFlags,
  ...contextFlags,
  ...reportFlags,
  ...promptFlags,
} as const;

export const agentFlags = {
  ...subjectFlags,
  ...modelFlags,
  allowed_tool: flag('list', 'a tool that the agent may use: read, glob, grep'),
  max_turns: number('turns that the agent may take'),
  ...policyFlags,
  ...contextFlags,
  ...reportFlags,
  ...promptFlags,
} as const;
