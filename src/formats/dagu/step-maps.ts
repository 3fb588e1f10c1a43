import { asMap } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import type { DaguDocument } from './document.js';
import { textOf } from './fields.js';
import { handlersOf } from './handler-fields.js';
import { loopStepsOf, mapsOf } from './loop-steps.js';

interface StepMap {
  readonly map: YamlMap;
  readonly of: 'step' | 'handler';
  readonly called: string | undefined;
}

/** All that runs as a step does: the steps of a document, those within loops, and its handlers. */
export function stepMaps(document: DaguDocument): readonly StepMap[] {
  const maps = mapsOf(document.steps);
  const steps = [...maps, ...loopStepsOf(maps)].map((map): StepMap => {
    return { map, of: 'step', called: textOf(map, 'name') ?? textOf(map, 'id') };
  });
  const handlers = (handlersOf(document)?.map.pairs ?? []).flatMap(({ key, value }): StepMap[] => {
    const map = asMap(value);
    return map ? [{ map, of: 'handler', called: key.value }] : [];
  });
  return [...steps, ...handlers];
}
