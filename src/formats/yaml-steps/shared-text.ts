import { resolved } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { fieldValue, type ListedStep, type StepList, type StepSpelling, type StepText } from './step-list.js';

/**
 * Steps that take their needs from the text of another step, by an alias or a merge key, and so would change with it.
 * @param isRewired is the step given needs of its own?
 * @returns positions of steps that are not, and that would follow one that is
 */
export function stepsThatWouldFollow(
  { list: { steps }, spelling }: StepText,
  isRewired: (index: number) => boolean,
): readonly number[] {
  const { editedValues, grownMaps } = changesOf(steps, isRewired, spelling);
  return steps.flatMap((step, index) => {
    const follows = !isRewired(index) && takesFrom(step, editedValues, grownMaps, spelling);
    return follows ? [index] : [];
  });
}

/**
 * Where a step takes the text of a step, or its needs: the follow-ups of a change there are known.
 * @param others what may take such a text as well and does not mind the name and the needs that it gets with it
 */
export function placesThatTakeSteps(
  { list: { steps }, spelling }: StepText,
  others: readonly YamlNode[],
  isRewired: (index: number) => boolean,
): ReadonlySet<YamlNode> {
  const { editedValues } = changesOf(steps, isRewired, spelling);
  const needs = steps.flatMap(({ map }, index) => {
    const value = map && spelling.fieldOf(map, spelling.needs)?.value;
    return value?.kind === 'alias' && (isRewired(index) || editedValues.has(value.target!)) ? [value] : [];
  });
  const links = [...steps.map(({ node }) => node), ...others].flatMap(linksOf);
  return new Set([...needs, ...links.filter((link) => resolved(link)?.kind !== 'scalar')]);
}

/** For each step whose text others share by an alias or a merge key: those that would take on a name written there. */
export function nameFollowers(
  { steps }: Pick<StepList, 'steps'>,
  spelling: StepSpelling,
): ReadonlyMap<number, readonly number[]> {
  const owners = new Map<YamlNode, number>();
  steps.forEach(({ node }, index) => {
    if (node.kind === 'map') owners.set(node, index);
  });
  const followers = new Map<number, number[]>();
  steps.forEach(({ node }, index) => {
    if (node.kind === 'scalar' || (node.kind === 'map' && !mayMerge(node))) return;
    if (node.kind === 'map' && fieldValue(node, spelling.name, spelling)) return;
    for (const source of sourcesOf(node)) {
      const owner = owners.get(source);
      if (owner === undefined || owner === index) continue;
      followers.set(owner, [...(followers.get(owner) ?? []), index]);
    }
  });
  return followers;
}

/** What new needs are written into: those that are there, or else the step. */
function changesOf(
  steps: readonly ListedStep[],
  isRewired: (index: number) => boolean,
  { needs, fieldOf }: StepSpelling,
): Readonly<Record<'editedValues' | 'grownMaps', ReadonlySet<YamlNode>>> {
  const editedValues = new Set<YamlNode>();
  const grownMaps = new Set<YamlNode>();
  steps.forEach(({ node }, index) => {
    if (node.kind !== 'map' || !isRewired(index)) return;
    const pair = fieldOf(node, needs);
    if (pair) editedValues.add(pair.value);
    else grownMaps.add(node);
  });
  return { editedValues, grownMaps };
}

function mayMerge({ pairs }: YamlMap): boolean {
  return pairs.some(({ key }) => key.value === '<<');
}

function takesFrom(
  { node, map }: ListedStep,
  editedValues: ReadonlySet<YamlNode>,
  grownMaps: ReadonlySet<YamlNode>,
  { needs, fieldOf }: StepSpelling,
): boolean {
  const pair = map && fieldOf(map, needs);
  if (pair)
    return editedValues.has(pair.value) || (pair.value.kind === 'alias' && editedValues.has(pair.value.target!));
  return sourcesOf(node).some((source) => grownMaps.has(source));
}

/** The mappings that a step is an alias of or merges, directly or not. */
function sourcesOf(node: YamlNode): readonly YamlMap[] {
  return linksOf(node).filter((link) => link.kind === 'map');
}

/** The same with the aliases that lead to them, and the lists of them. */
function linksOf(node: YamlNode): readonly YamlNode[] {
  const found = new Set<YamlNode>();
  const waiting: YamlNode[] = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    if (next.kind === 'alias' && next.target) waiting.push(next.target);
    if (next.kind === 'sequence') for (const { value } of next.items) waiting.push(value);
    if (next.kind === 'map')
      waiting.push(...next.pairs.flatMap(({ key, value }) => (key.value === '<<' ? [value] : [])));
  }
  return [...found];
}
