import { pastedSign } from '../../lang/shell/tokens.js';
import { parseYaml } from '../../text/yaml.js';
import { asMap, asSequence, pairOf, present, textOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
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
  const roots = documents.flatMap(({ root }) => root ?? []);
  if (holdsOpenPlace(roots)) return undefined;
  return mapsIn(roots).filter((map) => ['image', 'command', 'args'].some((key) => pairOf(map, key)));
}

/** Without quotes, what only the run knows may be more than a text: in braces and brackets, and where containers are. */
function holdsOpenPlace(roots: readonly YamlNode[]): boolean {
  const open = [...roots];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'sequence') {
      if (node.flow && node.items.some(({ value }) => isOpen(value))) return true;
      for (const { value } of node.items) open.push(value);
    }
    if (node.kind !== 'map') continue;
    for (const { key, value } of node.pairs) {
      const items = asSequence(value)?.items.map((item) => item.value) ?? [];
      if ((node.flow || ofContainers.test(key.value)) && [value, ...items].some(isOpen)) return true;
      open.push(value);
    }
  }
  return false;
}

function isOpen(node: YamlNode): boolean {
  return node.kind === 'scalar' && node.style === 'plain' && node.value.includes(pastedSign);
}

const ofContainers = /^(?:spec|template|(?:\w+C|c)ontainers|lifecycle|postStart|preStop|exec|\w+Probe)$/;

/** What Kubernetes runs in a container at its begin, at its end and to look after it. */
export function commandsInside(container: YamlMap): readonly YamlMap[] {
  return mapsIn(container.pairs.map(({ value }) => value)).filter((map) => pairOf(map, 'command'));
}
