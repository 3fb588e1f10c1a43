import * as z from 'zod/mini';
import { agentTools, modelRunners } from '../../model/model-runner.js';
import { checkedBy } from '../check.js';
import { commandCall, pairsOf } from '../command-call.js';
import { configWords } from '../config-words.js';
import { environment, filledText } from '../fields.js';
import type { StepType } from '../step-type.js';
import { handlerFlags } from './fields.js';

const fields = z
  .strictObject({
    event: filledText(),
    command: z.optional(filledText()),
    args: z.optional(z.array(z.string())),
    shell: z.optional(z.enum(['sh', 'bash', 'powershell'])),
    prompt: z.optional(filledText()),
    agent: z.optional(filledText()),
    url: z.optional(filledText()),
    contract: z.optional(z.enum(['settings', 'claude', 'registry'])),
    blocking: z.optional(z.boolean()),
    hook: z.optional(filledText()),
    min_duration_ms: z.optional(z.int().check(z.gte(0))),
    only_if_changed_paths: z.optional(z.array(filledText()).check(z.minLength(1))),
    context: z.optional(z.record(z.string(), z.unknown())),
    working_dir: z.optional(filledText()),
    env: z.optional(environment()),
    runner: z.optional(z.enum(modelRunners)),
    model: z.optional(filledText()),
    base_url: z.optional(filledText()),
    api_key_env: z.optional(filledText()),
    cache: z.optional(z.boolean()),
    allowed_tools: z.optional(z.array(z.enum(agentTools)).check(z.minLength(1))),
    max_turns: z.optional(z.int().check(z.gte(1), z.lte(100))),
    headers: z.optional(z.record(z.string(), z.string())),
    allowed_variables: z.optional(z.array(filledText())),
  })
  .check(
    z.refine(
      ({ command, prompt, agent, url }) =>
        [command, prompt, agent, url].filter((one) => one !== undefined).length === 1,
      { error: 'needs one of `command`, `prompt`, `agent` and `url`' },
    ),
  );

/**
 * A hook of an event inside a DAG: it gets the context of the event as `dispatch` would give it, and only its decision fails the
 * node. Texts of the context may hold `{{variables}}`; the command is the hook's own and is written down as it is.
 */
export const handler: StepType<z.infer<typeof fields>> = {
  name: 'handler',
  ...checkedBy(fields),
  boundedResult: true,
  asksModel: ({ prompt, agent }) => prompt !== undefined || agent !== undefined,
  call(config, context) {
    const { binder, policy } = context;
    const bound = config.context && configWords(config.context, binder);
    const values = {
      event: config.event,
      contract: config.contract === 'settings' ? undefined : config.contract,
      hook: config.hook,
      gate: config.blocking ? true : undefined,
      min_duration_ms: config.min_duration_ms || undefined,
      only_if_changed_path: config.only_if_changed_paths,
      // At its own timeout a hook only fails; the step as a whole has none.
      hook_timeout: policy.timeout,
      context: bound?.config,
      context_value: bound?.config_value,
      working_dir: config.working_dir,
      env: pairsOf(config.env, binder),
      runner: config.runner,
      model: config.model,
      base_url: config.base_url,
      api_key_env: config.api_key_env,
      cache: config.cache ? true : undefined,
      allowed_tool: config.allowed_tools,
      max_turns: config.max_turns,
      header:
        config.headers && Object.entries(config.headers).map(([name, value]) => ({ name, value: literal(value) })),
      allow_variable: config.allowed_variables,
      url: config.url,
      agent: config.agent,
      prompt: config.prompt,
      arg: config.args,
      shell: config.shell,
      command: config.command,
    };
    return commandCall('handler', handlerFlags, values, { ...context, policy: { ...policy, timeout: undefined } });
  },
};

function literal(text: string) {
  return [{ kind: 'text', text }] as const;
}
