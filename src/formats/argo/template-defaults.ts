import type { Field } from '../../text/print-yaml.js';
import { asMap, asSequence, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlItem, YamlMap, YamlNode, YamlPair } from '../../text/yaml-node.js';
import { type ArgoDocument, type TemplateType, templateTypes, typeOf } from './document.js';
import { isTrue } from './is-true.js';
import { withMerged } from './merged.js';

/** Does the workflow have every template tried again that does not say otherwise? */
export function retriesAll({ spec }: ArgoDocument): boolean {
  return has(spec, 'retryStrategy') || has(defaultsOf(spec), 'retryStrategy');
}

/** Does it end every template after some time? */
export function endsAll({ spec }: ArgoDocument): boolean {
  return has(defaultsOf(spec), 'activeDeadlineSeconds');
}

/** Does it end every template at the first failure in it? */
export function failsAllFast({ spec }: ArgoDocument): boolean {
  const defaults = defaultsOf(spec);
  return defaults !== undefined && isTrue(pairOf(defaults, 'failFast')?.value);
}

/** What a template says that is to go on behind a failure in it. */
export const notFast: Field = { key: 'failFast', value: false };

/** What a template says that is not to be tried again. */
export const noRetries: Field = { key: 'retryStrategy', value: { fields: [{ key: 'limit', value: '0' }] } };

/** A template that is a pod, with what the workflow has all templates do: its own values win, and it stays of its type. */
export function withDefaults(template: YamlMap, spec: YamlMap): YamlMap {
  const defaults = defaultsOf(spec);
  const own = defaults && typeOf(template);
  if (!own || !ofPods.has(own)) return template;
  const types: readonly string[] = templateTypes.filter((type) => type !== own);
  const { pairs } = withMerged(defaults);
  return joined(template, { ...defaults, pairs: pairs.filter(({ key }) => !types.includes(key.value)) }, deepest);
}

const ofPods: ReadonlySet<TemplateType> = new Set(['container', 'script', 'containerSet', 'resource', 'data']);

/** Aliases can make a small text mean a large value. */
const deepest = 8;

/** As Kubernetes merges a patch: maps key by key, lists of what has names by these, and of all else the first one counts. */
function joined(own: YamlMap, usual: YamlMap, depth: number): YamlMap {
  const first = withMerged(own);
  const shared = first.pairs.map((pair): YamlPair => {
    const other = pairOf(usual, pair.key.value);
    return other ? { ...pair, value: joinedValues(pair.value, other.value, depth - 1) } : pair;
  });
  return { ...first, pairs: [...shared, ...withMerged(usual).pairs.filter(({ key }) => !has(first, key.value))] };
}

function joinedValues(own: YamlNode, usual: YamlNode, depth: number): YamlNode {
  if (depth === 0) return own;
  const [map, other] = [asMap(own), asMap(usual)];
  if (map && other) return joined(map, other, depth);
  const [list, more] = [asSequence(own), asSequence(usual)];
  if (!list || !more) return own;
  const usualByName = new Map(more.items.map((item) => [nameOf(item), item]));
  if (usualByName.has(undefined)) return own;
  const ownNames = new Set(list.items.map(nameOf));
  const items = list.items.map((item): YamlItem => {
    const same = usualByName.get(nameOf(item));
    return same ? { ...item, value: joinedValues(item.value, same.value, depth - 1) } : item;
  });
  return { ...list, items: [...items, ...more.items.filter((item) => !ownNames.has(nameOf(item)))] };
}

function nameOf({ value }: YamlItem): string | undefined {
  const map = asMap(value);
  return textOf(map && pairOf(map, 'name')?.value);
}

function defaultsOf(spec: YamlMap): YamlMap | undefined {
  return asMap(pairOf(spec, 'templateDefaults')?.value);
}

function has(map: YamlMap | undefined, key: string): boolean {
  return map !== undefined && pairOf(map, key) !== undefined;
}
