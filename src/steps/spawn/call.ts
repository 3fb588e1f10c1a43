import * as z from 'zod/mini';
import { checkedBy } from '../check.js';
import { commandCall } from '../command-call.js';
import { filledText } from '../fields.js';
import type { StepType } from '../step-type.js';
import { templateWords } from '../template-words.js';
import { spawnFlags } from './fields.js';

const fields = z.strictObject({
  pipeline: filledText(),
  inputs: z.optional(
    z.record(
      z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'is not a name that a parameter can have')),
      z.union([z.string(), z.number(), z.boolean()]),
    ),
  ),
  external: z.optional(z.boolean()),
});

const longestWait = 3600;

/** Another workflow, as a child of the one it stands in. */
export const spawn: StepType<z.infer<typeof fields>> = {
  name: 'spawn',
  ...checkedBy(fields),
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
      command: commandCall('spawn', spawnFlags, values, limited),
    };
  },
};

function literal(text: string) {
  return [{ kind: 'text', text } as const];
}
