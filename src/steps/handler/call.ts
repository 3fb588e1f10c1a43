import { commandCall, configWords, literal, pairsOf } from '../command-call.js';
import { stepType } from '../step-type.js';
import { handlerFields } from './fields.js';

/**
 * A hook of an event inside a DAG: it gets the context of the event as `dispatch` would give it, and only its decision fails the
 * node. Texts of the context may hold `{{variables}}`; the command is the hook's own and is written down as it is.
 */
export const handler = stepType(
  'handler',
  handlerFields,
  {
    boundedResult: true,
    asksModel: ({ prompt, agent }) => prompt !== undefined || agent !== undefined,
    call(config, context) {
      const { binder, policy } = context;
      const bound = config.context && configWords(config.context, binder);
      const headers = config.headers && Object.entries(config.headers);
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
        header: headers?.map(([name, value]) => ({ name, value: literal(value) })),
        allow_variable: config.allowed_variables,
        url: config.url,
        agent: config.agent,
        prompt: config.prompt,
        arg: config.args,
        shell: config.shell,
        command: config.command,
      };
      return commandCall('handler', handlerFields, context, values);
    },
  },
  [
    {
      holds: ({ command, prompt, agent, url }) =>
        [command, prompt, agent, url].filter((one) => one !== undefined).length === 1,
      error: 'needs one of `command`, `prompt`, `agent` and `url`',
      help: 'write exactly one of them',
    },
  ],
);
