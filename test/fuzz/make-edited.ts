import { compile } from '../../src/compile.js';
import { createRandom, seedOfCase } from '../random.js';
import { type FuzzCase, inputOf } from './case.js';
import { editByHand } from './edit-by-hand.js';
import type { EngineSeed } from './seeds.js';
import { someShellRules } from './shell-rules.js';

/** A workflow that somebody edited, mostly one that hooks were added to before: one of the cases of a seed, made alone. */
export function makeEdited(seeds: readonly EngineSeed[], seed: number, number: number): FuzzCase {
  const random = createRandom(seedOfCase(seed, number));
  for (;;) {
    const { engine, workflow, rules } = random.pick(seeds);
    const ruleFile =
      rules && random.chance(0.4)
        ? { path: rules.path, text: rules.text }
        : { path: 'hooks.json', text: someShellRules(random) };
    const before: FuzzCase = {
      laws: 'of edited outputs',
      workflow: [{ path: workflow.path, text: workflow.text }],
      configuration: [{ layer: 'project', ...ruleFile }],
      targetVersion: engine === 'dagu' ? random.pick(['1.30', '2.15', undefined]) : undefined,
      origin: workflow.name,
    };
    const { outputs } = compile(inputOf(before));
    const [output] = outputs;
    // Rules that the file is not for, and files that no hook comes into.
    if (!output || output.text === workflow.text) continue;
    const text = random.chance(0.25) ? workflow.text : output.text;
    return { ...before, workflow: [{ ...output, text: editByHand(random, text, workflow.text) }] };
  }
}
