import { asMap, asSequence } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { fieldOf, fieldValue } from './fields.js';
import type { DaguStep } from './steps.js';

/**
 * Steps that take their needs from the text of another step, by an alias or a merge key, and so would change with it.
 * @param isRewired is the step given needs of its own?
 * @returns positions of steps that are not, and that would follow one that is
 */
export function stepsThatWouldFollow(
  steps: readonly DaguStep[],
  isRewired: (index: number) => boolean,
): readonly number[] {
  const editedValues = new Set<YamlNode>();
  const grownMaps = new Set<YamlNode>();
  steps.forEach(({ node }, index) => {
    if (node.kind !== 'map' || !isRewired(index)) return;
    const pair = fieldOf(node, 'depends');
    if (pair) editedValues.add(pair.value);
    else grownMaps.add(node);
  });
  return steps.flatMap((step, index) => {
    const follows = !isRewired(index) && takesFrom(step, editedValues, grownMaps);
    return follows ? [index] : [];
  });
}

/** For each step whose text others share by an alias or a merge key: those that would take on a name written there. */
export function nameFollowers(steps: readonly DaguStep[]): ReadonlyMap<number, readonly number[]> {
  const owners = new Map<YamlNode, number>();
  steps.forEach(({ node }, index) => {
    if (node.kind === 'map') owners.set(node, index);
  });
  const followers = new Map<number, number[]>();
  steps.forEach(({ node }, index) => {
    if (node.kind === 'scalar' || (node.kind === 'map' && !mayMerge(node))) return;
    if (node.kind === 'map' && fieldValue(node, 'name')) return;
    for (const source of sourcesOf(node)) {
      const owner = owners.get(source);
      if (owner === undefined || owner === index) continue;
      followers.set(owner, [...(followers.get(owner) ?? []), index]);
    }
  });
  return followers;
}

function mayMerge({ pairs }: YamlMap): boolean {
  return pairs.some(({ key }) => key.value === '<<');
}

function takesFrom(
  { node, map }: DaguStep,
  editedValues: ReadonlySet<YamlNode>,
  grownMaps: ReadonlySet<YamlNode>,
): boolean {
  const pair = map && fieldOf(map, 'depends');
  if (pair)
    return editedValues.has(pair.value) || (pair.value.kind === 'alias' && editedValues.has(pair.value.target!));
  return sourcesOf(node).some((source) => grownMaps.has(source));
}

/** The mappings that a step is an alias of or merges, directly or not. */
function sourcesOf(node: YamlNode): readonly YamlMap[] {
  const found = new Set<YamlMap>();
  const waiting: YamlNode[] = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const map = asMap(next);
    if (!map || found.has(map)) continue;
    found.add(map);
    const merge = map.pairs.find((pair) => pair.key.value === '<<')?.value;
    if (merge) waiting.push(...(asSequence(merge)?.items.map((item) => item.value) ?? [merge]));
  }
  return [...found];
}
