import type { Field, PrintedMap } from '../../text/print-yaml.js';
import { printedMap } from '../../text/printed-value.js';
import { asMap, asSequence, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { artifactSources } from './artifact-sources.js';

/** How a template around another one hands on what a run gives to the template that it begins with. */
export interface EntryInputs {
  /** What the outer one takes: the same as the inner one, by the same names. */
  readonly inputs: readonly Field[];
  /** What it gives to the inner one. */
  readonly given: readonly Field[];
}

export function entryInputs(template: YamlMap): EntryInputs {
  const inputs = asMap(pairOf(template, 'inputs')?.value);
  const parameters = itemsOf(inputs, 'parameters');
  const artifacts = itemsOf(inputs, 'artifacts').filter(isFromOutside);
  return {
    inputs: [...listed('parameters', parameters.map(printedMap)), ...listed('artifacts', artifacts.map(nameOnly))],
    given: [
      ...listed(
        'parameters',
        parameters.map((item) => handed(item, 'value', 'parameters')),
      ),
      ...listed(
        'artifacts',
        artifacts.map((item) => handed(item, 'from', 'artifacts')),
      ),
    ],
  };
}

function itemsOf(inputs: YamlMap | undefined, key: string): readonly YamlMap[] {
  const items = asSequence(inputs && pairOf(inputs, key)?.value)?.items ?? [];
  // One without a name cannot be handed on.
  return items.flatMap(({ value }) => asMap(value) ?? []).filter((item) => nameOf(item).value !== '');
}

/** The engine reads an artifact whose place is written in the template from there, whatever the run gives. */
function isFromOutside(artifact: YamlMap): boolean {
  return !artifact.pairs.some(({ key }) => places.has(key.value));
}

const places: ReadonlySet<string> = new Set(artifactSources);

function listed(key: string, items: readonly PrintedMap[]): readonly Field[] {
  return items.length === 0 ? [] : [{ key, value: items }];
}

function nameOnly(artifact: YamlMap): PrintedMap {
  return { fields: [nameOf(artifact), ...optionalOf(artifact)] };
}

function handed(item: YamlMap, key: 'value' | 'from', kind: string): PrintedMap {
  const name = nameOf(item);
  return {
    fields: [name, { key, value: `{{inputs.${kind}.${name.value}}}` }, ...(key === 'from' ? optionalOf(item) : [])],
  };
}

function nameOf(item: YamlMap) {
  return { key: 'name', value: textOf(pairOf(item, 'name')?.value) ?? '' };
}

function optionalOf(artifact: YamlMap): readonly Field[] {
  return textOf(pairOf(artifact, 'optional')?.value) === 'true' ? [{ key: 'optional', value: true }] : [];
}
