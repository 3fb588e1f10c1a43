import { commandCall, literal, templateWords } from '../command-call.js';
import { stepType } from '../step-type.js';
import { spawnFields } from './fields.js';

const longestWait = 3600;

/** Another workflow, as a child of the one it is in. */
export const spawn = stepType('spawn', spawnFields, {
  boundedResult: true,
  asksModel: false,
  outputName: () => 'SPAWN_OUTPUT',
  child: ({ pipeline, external }) => ({ name: pipeline, external: external ?? false }),
  call(config, context) {
    const { binder, policy } = context;
    const limited = { ...context, policy: { ...policy, timeout: policy.timeout ?? longestWait } };
    const words = templateWords(binder);
    const given = Object.entries(config.inputs ?? {}).map(([name, value]) => ({ name, template: String(value) }));
    const input = given.map(({ name, template }) => ({ name, value: literal(words.text(template)) }));
    const values = {
      pipeline: config.pipeline,
      input: input.length > 0 ? input : undefined,
      print: 'output',
      var: words.variables(),
    };
    return {
      kind: 'spawn',
      workflow: config.pipeline,
      inSameFile: context.dagsOfFile.has(config.pipeline),
      usualTimeout: longestWait,
      inputs: given.map(({ name, template }) => ({ name, value: binder.text(template) })),
      command: commandCall('spawn', spawnFields, limited, values),
    };
  },
});
