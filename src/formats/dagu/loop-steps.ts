import { asMap, resolved } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { fieldOf } from './fields.js';
import type { DaguSteps } from './steps.js';

/** The steps in the `foreach` of steps and handlers, at any depth; one that aliases bring in twice is there once. */
export function loopStepsOf(outer: readonly YamlMap[]): readonly YamlMap[] {
  const found = new Set<YamlMap>();
  const look = (step: YamlMap) => {
    const loop = asMap(fieldOf(step, 'foreach')?.value);
    const steps = loop && fieldOf(loop, 'steps');
    const list = steps && resolved(steps.value);
    if (list?.kind !== 'sequence') return;
    for (const { value } of list.items) {
      const inner = asMap(value);
      if (!inner || found.has(inner)) continue;
      found.add(inner);
      look(inner);
    }
  };
  for (const step of outer) look(step);
  return [...found];
}

export function mapsOf({ steps }: DaguSteps): readonly YamlMap[] {
  return steps.flatMap(({ map }) => map ?? []);
}
