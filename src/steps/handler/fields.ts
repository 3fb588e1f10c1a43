import {
  contextFields,
  outputFields,
  placeFields,
  policyFields,
  reportFields,
  serviceFields,
  subjectFields,
} from '../common-fields.js';
import { defineFields } from '../fields.js';
import { flag, number, text } from '../flags.js';

export const handlerFields = defineFields({
  ...subjectFields,
  event: {
    config: (is) => is.filledText(),
    flag: text('the event that the handler receives, such as PreToolUse'),
    result: (is) => is.maybeText(),
  },
  contract: {
    config: (is) => is.optional(is.oneOf(['settings', 'claude', 'registry'])),
    flag: text('how its answer is read: settings (the default), claude or registry'),
  },
  blocking: { config: (is) => is.optional(is.boolean()) },
  hook: {
    config: (is) => is.optional(is.filledText()),
    flag: text('what messages call the hook; its event unless given'),
  },
  gate: { flag: flag('switch', 'a handler that fails, or is late, blocks') },
  hook_timeout: { flag: number('seconds that the handler may take; 30 unless given, for the registry 600') },
  min_duration_ms: {
    config: (is) => is.optional(is.wholeNumber(0)),
    flag: number('registry: the hook runs only where the task took at least so long'),
  },
  only_if_changed_paths: { config: (is) => is.optional(is.filled(is.filledText())) },
  only_if_changed_path: {
    flag: flag('list', 'registry: a glob; the hook runs only if a changed file matches one of them'),
  },
  retries: { flag: number('further attempts after dagweave itself could not run') },
  retry_delay: policyFields.retry_delay,
  context: {
    config: (is) => is.optional(is.record(is.string(), is.unknown())),
    flag: text(
      'fields of the context that the handler gets on standard input, as a JSON object; - reads them from standard input',
    ),
    result: (is) => is.maybeMap(),
  },
  context_value: { flag: flag('pairs', 'POINTER=VALUE, a text to put into the context at a JSON Pointer') },
  ...placeFields,
  ...contextFields,
  ...reportFields,
  runner: {
    config: (is) => is.optional(is.oneOf(is.modelRunners)),
    flag: text('for a prompt or an agent: claude, codex, gemini, opencode, openai or anthropic'),
  },
  model: { config: (is) => is.optional(is.filledText()), flag: text('the model, as the runner names it') },
  ...serviceFields,
  cache: {
    config: (is) => is.optional(is.boolean()),
    flag: flag('switch', 'take the answer to the same question from the cache'),
  },
  allowed_tools: { config: (is) => is.optional(is.filled(is.oneOf(is.agentTools))) },
  allowed_tool: { flag: flag('list', 'a tool that the agent may use: read, glob, grep') },
  max_turns: { config: (is) => is.optional(is.wholeNumber(1, 100)), flag: number('turns that the agent may take') },
  headers: { config: (is) => is.optional(is.record(is.string(), is.string())) },
  header: {
    flag: flag('pairs', 'NAME=VALUE, a header of the request; $NAME in it is a variable that --allow-variable names'),
  },
  allowed_variables: { config: (is) => is.optional(is.texts()) },
  allow_variable: { flag: flag('list', 'an environment variable that headers may name') },
  url: { config: (is) => is.optional(is.filledText()), flag: text('the address that the context is posted to') },
  agent: { config: (is) => is.optional(is.filledText()), flag: text('the question for an agent that may look around') },
  prompt: { config: (is) => is.optional(is.filledText()), flag: text('the question for a model') },
  shell: {
    config: (is) => is.optional(is.oneOf(['sh', 'bash', 'powershell'])),
    flag: text('sh, bash or powershell; bash for the contract claude unless given, else sh'),
  },
  args: { config: (is) => is.optional(is.array(is.string())) },
  arg: { flag: flag('list', 'an argument of the command, which no shell reads then') },
  command: { config: (is) => is.optional(is.filledText()), flag: text('the command that handles the event') },
  decision: { result: (is) => is.optional(is.oneOf(['none', 'allow', 'ask', 'defer', 'deny'])) },
  reason: { result: (is) => is.maybeText() },
  /** Why the handler did not do its job, which only a gate minds. */
  failure: { result: (is) => is.maybeText() },
  /** What a handler of the event registry answered. */
  data: { result: (is) => is.maybeJson() },
  exit_code: { result: (is) => is.maybeNumber() },
  ...outputFields,
});
