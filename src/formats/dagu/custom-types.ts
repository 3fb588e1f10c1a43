import { asMap, asSequence, textOf as textOfNode } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { type DaguDocument, layersOf } from './document.js';
import { fieldValue, mapOf, textOf, withMerged } from './fields.js';
import { type Inputs, inputsOf, type Rendering, rendered } from './render-template.js';

/** What a step does is in its own mapping, in those of the steps inside it, and in the types and actions of the document and of its base configuration that these name. */
export interface StepPart {
  readonly map: YamlMap;
  /** Type, action and executor, as the mapping says them. */
  readonly words: readonly string[];
  /** `inner` is a step inside another part, which holds its text as well. */
  readonly of: 'step' | 'inner' | 'template';
}

export interface StepParts {
  /** The step itself comes first. */
  readonly parts: readonly StepPart[];
  /** Why it may run commands that are in none of them, in words that end the sentence "…, because". */
  readonly unread: string | undefined;
}

export function partsOf(document: DaguDocument, step: YamlMap): StepParts {
  const types = layersOf(document).map(typesOf);
  const parts: StepPart[] = [];
  const rendering: Rendering = { left: mostValues, isOpen: false };
  let isTooDeep = false;
  // Aliases make a small text mean many steps.
  const seen = new Set<YamlMap>();
  const add = (written: YamlMap, of: StepPart['of'], within: readonly YamlMap[]) => {
    if (seen.has(written) || rendering.left < 0) return;
    seen.add(written);
    const map = withMerged(written);
    const words = wordsIn(map);
    parts.push({ map, words, of });
    for (const inner of stepsInside(map)) add(inner, 'inner', within);
    for (const definition of words.flatMap((word) => types.flatMap((one) => one.get(word) ?? []))) {
      // The engine refuses types that name each other in a circle.
      if (within.includes(definition)) continue;
      isTooDeep ||= within.length === mostDepth;
      if (isTooDeep) return;
      const content = contentOf(definition, inputsOf(map, definition), rendering);
      add(content, 'template', [...within, definition]);
    }
  };
  add(step, 'step', []);
  if (rendering.left < 0 || isTooDeep) return { parts, unread: 'its types lead to more than is looked at' };
  return { parts, unread: rendering.isOpen ? 'the template of its type computes what it runs' : undefined };
}

const mostValues = 10_000;
const mostDepth = 100;

/** What a step, one inside it or a template calls. */
export function callsOf({ map, words }: StepPart): readonly string[] {
  const given = words.some((word) => word === 'dag.run' || word === 'dag.enqueue')
    ? mapOf(fieldValue(map, 'with'))
    : undefined;
  return [...callsIn(map), ...(given ? [textOf(given, 'dag')?.trim() ?? ''] : [])];
}

/** A name that is only known at run time is what it is written as. */
export function callsIn(map: YamlMap): readonly string[] {
  const call = fieldValue(map, 'call');
  return call?.kind === 'scalar' ? [call.value.trim()] : [];
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
  const foreach = mapOf(fieldValue(map, 'foreach'));
  const steps = foreach && asSequence(fieldValue(foreach, 'steps'));
  return steps?.items.flatMap(({ value }) => asMap(value) ?? []) ?? [];
}

type Types = ReadonlyMap<string, readonly YamlMap[]>;

const known = new WeakMap<YamlMap, Types>();

/** What a document, or the base configuration, defines as types of steps or as actions, by name. */
export function typesOf(root: YamlMap): Types {
  const found = known.get(root);
  if (found) return found;
  const types = new Map<string, YamlMap[]>();
  for (const key of ['step_types', 'actions']) {
    for (const { key: written, value } of mapOf(fieldValue(root, key))?.pairs ?? []) {
      const name = written.value.trim();
      const definition = mapOf(value);
      if (definition) types.set(name, [...(types.get(name) ?? []), definition]);
    }
  }
  known.set(root, types);
  return types;
}

/** A step made of the template, with the type of steps that it is of. */
function contentOf(definition: YamlMap, inputs: Inputs, rendering: Rendering): YamlMap {
  const own = withMerged(definition);
  const template = mapOf(fieldValue(own, 'template'));
  if (!template) return own;
  const content = rendered(template, inputs, rendering);
  return { ...content, pairs: [...own.pairs.filter(({ key }) => key.value === 'type'), ...content.pairs] };
}
