import type { DagRemoval } from '../../model/mark.js';
import { printedItem } from '../../text/printed-value.js';
import { resolved } from '../../text/yaml-access.js';
import type { YamlAlias, YamlNode } from '../../text/yaml-node.js';
import { writtenReferences } from './kept-steps.js';
import { type Collection, membersOf, type StepList, type StepText } from './step-list.js';

/** Would an alias in the place of a step's list of needs say what the list is to say? Others may have edited either, or taken the anchor away. */
export function mayBeAlias(
  text: StepText,
  source: string,
  index: number,
  alias: string,
  { nodes, needs }: Pick<DagRemoval, 'nodes' | 'needs'>,
): boolean {
  const { list, dag } = text;
  const pair = needsOf(text, index);
  const anchored = pair && anchoredBefore(list, alias, pair.start);
  if (!pair || !anchored || pair.value.anchor !== undefined) return false;
  if (source.slice(pair.key.end, pair.value.start).includes('!')) return false;
  const owner = list.steps.findIndex(({ node }) => node.start <= anchored.start && anchored.end <= node.end);
  if (nodes.has(owner)) return false;
  // A list with an anchor is never taken out with its hooks.
  const isOfStep = needsOf(text, owner)?.value === anchored && needs.has(owner);
  const wanted = printsOf(pair.value, writtenReferences(dag, index), needs.get(index)!);
  const found = isOfStep
    ? printsOf(anchored, writtenReferences(dag, owner), needs.get(owner)!)
    : itemsOf(anchored).map(printOf);
  return areAmong(wanted, found) && areAmong(found, wanted);
}

/** Are all of these among the others? The order of needs means nothing. */
function areAmong(some: Prints, others: Prints): boolean {
  const known = new Set(others);
  return some.every((print) => print !== undefined && known.has(print));
}

type Prints = readonly (string | undefined)[];

/** Can an alias be there again, in place of a step's needs, as long as nobody edits them? */
export function aliasCanReturn({ list, dag }: StepText, index: number, { target }: YamlAlias): boolean {
  if (!target || !anchorsIn(list.node!).includes(target)) return false;
  const written = writtenReferences(dag, index);
  return itemsOf(target).every((item, at) => {
    const node = resolved(item);
    return node?.kind === 'scalar' ? node.value === written[at] : printOf(item) !== undefined;
  });
}

function needsOf({ list, spelling }: StepText, index: number) {
  const node = list.steps[index]?.node;
  return node?.kind === 'map' ? spelling.fieldOf(node, spelling.needs) : undefined;
}

/** The nearest one, in the same file. */
function anchoredBefore({ node: list, breaks = [] }: StepList, name: string, end: number): YamlNode | undefined {
  const members = breaks.length > 0 ? membersOf(list!) : [];
  const start = breaks.map((at) => members[at]!.start).findLast((first) => first <= end) ?? 0;
  const found = anchorsIn(list!).findLast((node) => node.anchor === name && node.end <= end);
  return found && found.start >= start ? found : undefined;
}

const anchors = new WeakMap<Collection, readonly YamlNode[]>();

function anchorsIn(list: Collection): readonly YamlNode[] {
  const found = anchors.get(list) ?? within(list).filter(({ anchor }) => anchor !== undefined);
  anchors.set(list, found);
  return found;
}

function within(node: YamlNode): readonly YamlNode[] {
  if (node.kind === 'map') return [node, ...node.pairs.flatMap(({ value }) => within(value))];
  return node.kind === 'sequence' ? [node, ...node.items.flatMap(({ value }) => within(value))] : [node];
}

/** What these needs say where they are written, with all that is beside a name. */
function printsOf(value: YamlNode, written: readonly string[], needs: readonly string[]): Prints {
  const items = itemsOf(value);
  return needs.map((need) => {
    const item = items[written.indexOf(need)];
    return item ? printOf(item) : JSON.stringify(need);
  });
}

function itemsOf(node: YamlNode): readonly YamlNode[] {
  if (node.kind === 'sequence') return node.items.map(({ value }) => value);
  return node.kind === 'scalar' && node.type === 'null' ? [] : [node];
}

function printOf(item: YamlNode): string | undefined {
  const node = resolved(item);
  const printed = node?.kind === 'scalar' ? node.value : printedItem(item);
  return printed === undefined ? undefined : JSON.stringify(printed);
}
