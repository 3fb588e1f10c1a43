import { parseYaml } from '../../text/yaml.js';
import { asMap, pairOf, present, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import type { Fill } from './call-values.js';
import { mapsIn } from './scalars.js';

/**
 * The containers in what a template hands to Kubernetes as text: a resource that it creates, and patches of its pod.
 * `undefined` in place of a text that only the run knows.
 * @param spec of the workflow, whose patch is one of all pods
 */
export function containersInText(
  template: YamlMap,
  spec: YamlMap,
  fill: Fill,
): readonly (readonly YamlMap[] | undefined)[] {
  const resource = asMap(pairOf(template, 'resource')?.value);
  const texts = [
    resource && pairOf(resource, 'manifest'),
    ...[spec, template].map((map) => pairOf(map, 'podSpecPatch')),
  ];
  const elsewhere = resource && pairOf(resource, 'manifestFrom') ? [undefined] : [];
  return [
    ...elsewhere,
    ...texts.flatMap((pair) => {
      const text = textOf(present(pair?.value));
      return text === undefined || text.trim() === '' ? [] : [containersIn(fill(text))];
    }),
  ];
}

function containersIn(text: string): readonly YamlMap[] | undefined {
  const documents = parseYaml(text);
  if (documents.some(({ problems, root }) => problems.length > 0 || root?.kind === 'scalar')) return undefined;
  return mapsIn(documents.flatMap(({ root }) => root ?? [])).filter((map) =>
    ['image', 'command', 'args'].some((key) => pairOf(map, key)),
  );
}

/** What Kubernetes runs in a container at its begin, at its end and to look after it. */
export function commandsInside(container: YamlMap): readonly YamlMap[] {
  return mapsIn(container.pairs.map(({ value }) => value)).filter((map) => pairOf(map, 'command'));
}
