import { asMap, asSequence, mergedPairs, textOf as textOfNode } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import type { DaguDocument } from './document.js';
import { fieldValue, textOf } from './fields.js';

/** What a step does is in its own mapping, in those of the steps inside it, and in the types and actions of the document that these name. */
export interface StepPart {
  readonly map: YamlMap;
  /** Type, action and executor, as the mapping says them. */
  readonly words: readonly string[];
  /** `inner` is a step inside another part, which holds its text as well. */
  readonly of: 'step' | 'inner' | 'template';
}

/** The step itself comes first. */
export function partsOf(document: DaguDocument, step: YamlMap): readonly StepPart[] {
  const types = typesOf(document);
  const parts: StepPart[] = [];
  // Types may name each other in a circle, which the engine refuses, and aliases make a small text mean many steps.
  const seen = new Set<YamlMap>();
  const add = (written: YamlMap, of: StepPart['of']) => {
    if (seen.has(written)) return;
    seen.add(written);
    const map = withoutMerges(of === 'template' ? contentOf(written) : written);
    const words = wordsIn(map);
    parts.push({ map, words, of });
    for (const inner of stepsInside(map)) add(inner, 'inner');
    for (const definition of words.flatMap((word) => types.get(word) ?? [])) add(definition, 'template');
  };
  add(step, 'step');
  return parts;
}

/** The engine takes away the blanks around a name. */
function wordsIn(map: YamlMap): readonly string[] {
  const executor = fieldValue(map, 'executor');
  const words = [
    textOf(map, 'type'),
    textOf(map, 'action'),
    executor?.kind === 'map' ? textOf(executor, 'type') : textOfNode(executor),
  ];
  return words.flatMap((word) => word?.trim() || []);
}

function stepsInside(map: YamlMap): readonly YamlMap[] {
  const foreach = asMap(fieldValue(map, 'foreach'));
  const steps = foreach && asSequence(fieldValue(foreach, 'steps'));
  return steps?.items.flatMap(({ value }) => asMap(value) ?? []) ?? [];
}

function withoutMerges(map: YamlMap): YamlMap {
  return map.pairs.some(({ key }) => key.value === '<<') ? { ...map, pairs: mergedPairs(map) } : map;
}

type Types = ReadonlyMap<string, readonly YamlMap[]>;

const known = new WeakMap<YamlMap, Types>();

/** What the document itself defines as types of steps or as actions, by name. */
function typesOf({ root }: DaguDocument): Types {
  const found = known.get(root);
  if (found) return found;
  const types = new Map<string, YamlMap[]>();
  for (const key of ['step_types', 'actions']) {
    for (const { key: written, value } of asMap(fieldValue(root, key))?.pairs ?? []) {
      const name = written.value.trim();
      const definition = asMap(value);
      if (definition) types.set(name, [...(types.get(name) ?? []), definition]);
    }
  }
  known.set(root, types);
  return types;
}

/** A step made of the template, with the type of steps that it is of. */
function contentOf(definition: YamlMap): YamlMap {
  const own = withoutMerges(definition);
  const template = asMap(fieldValue(own, 'template'));
  if (!template) return own;
  return { ...template, pairs: [...own.pairs.filter(({ key }) => key.value === 'type'), ...template.pairs] };
}
