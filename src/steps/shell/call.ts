import { optionalText, pairsOf } from '../command-call.js';
import { stepType } from '../step-type.js';
import { shellFields } from './fields.js';

/** A command. It becomes plain fields of the engine and needs nothing of ours when it runs. */
export const shell = stepType('shell', shellFields, {
  boundedResult: false,
  asksModel: false,
  call(config, { binder }) {
    const own = [...binder.environment(), ...(pairsOf(config.env, binder) ?? [])];
    const { script, env } = binder.script(
      config.command,
      own.map(({ name }) => name),
    );
    return {
      kind: 'script',
      script,
      env: [...env, ...own],
      workingDir: optionalText(config.working_dir, binder),
    };
  },
});
