import type { Report } from '../../diagnostics/diagnostics.js';
import type { PlannedNode } from '../../model/plan.js';
import type { YamlAlias, YamlNode } from '../../text/yaml-node.js';
import { writtenReferences } from './kept-steps.js';
import { placesThatTakeSteps, stepsThatWouldFollow } from './shared-text.js';
import type { StepText } from './step-list.js';

/** A document that may repeat parts of its text by aliases and merge keys. */
export interface RepeatingText {
  readonly file: string;
  /** The text of the file. */
  readonly source: string;
  readonly root: YamlNode;
  /** What may repeat a step and does not mind its name and its needs. */
  readonly others: readonly YamlNode[];
}

/** Reports what the planned changes of steps would change elsewhere, where an alias or a merge key repeats them. */
export function checkSharedText(
  text: StepText,
  document: RepeatingText,
  nodes: readonly PlannedNode[],
  report: Report,
): void {
  if (!mayRepeat(document)) return;
  const { dag, spelling } = text;
  const rewired = new Set(nodes.flatMap((node) => (node.kind === 'kept' && node.needs ? [node.node] : [])));
  const isRewired = (step: number) => rewired.has(step);
  for (const index of stepsThatWouldFollow(text, isRewired)) {
    const { name, span } = dag.nodes[index]!;
    report('DW608', { step: name, dag: dag.name, needs: spelling.needs }, { span });
  }
  const changed = nodes.flatMap((node) => changedBy(node, text));
  const dropped = nodes.flatMap((node) => droppedItems(node, text));
  const known = new Set([...placesThatTakeSteps(text, document.others, isRewired), ...dropped]);
  checkRepeats(document, [...changed, ...dropped], known, report);
}

/** Most texts have no alias: nothing in them is there twice. */
function mayRepeat({ source, root }: Omit<RepeatingText, 'others'>): boolean {
  return source.slice(root.start, root.end).includes('*');
}

/**
 * Reports aliases that would repeat a change where nothing is to change.
 * @param changed what gets other text, in its place, inside of it or at its end
 * @param known aliases that may
 */
export function checkRepeats(
  document: Omit<RepeatingText, 'others'>,
  changed: readonly YamlNode[],
  known: ReadonlySet<YamlNode>,
  report: Report,
): void {
  if (changed.length === 0 || !mayRepeat(document)) return;
  const { file, root } = document;
  for (const alias of aliasesOfChanged(root, new Set(changed))) {
    const { name, start, end } = alias;
    if (!known.has(alias)) report('DW627', { alias: name }, { span: { file, start, end } });
  }
}

/** A step that is no mapping becomes one around its text, which stays as it is with its anchor, unlike a list around it. */
function changedBy(
  planned: PlannedNode,
  { list: { steps }, spelling: { name, needs, fieldOf } }: StepText,
): readonly YamlNode[] {
  if (planned.kind === 'injected') return planned.joins === undefined ? [] : [steps[planned.joins]!.group!];
  const { node, group } = steps[planned.node]!;
  if (node.kind !== 'map') return group && (planned.named || planned.needs) ? [group] : [];
  const changed = (isChanged: boolean, key: string) => (isChanged ? [fieldOf(node, key)?.value ?? node] : []);
  return [...changed(planned.named, name), ...changed(planned.needs !== undefined, needs)];
}

/** Written needs that are no longer to be there, with their anchors. */
function droppedItems(planned: PlannedNode, { dag, list, spelling }: StepText): readonly YamlNode[] {
  if (planned.kind === 'injected' || !planned.needs) return [];
  const { node } = list.steps[planned.node]!;
  const needs = node.kind === 'map' ? spelling.fieldOf(node, spelling.needs)?.value : undefined;
  if (needs?.kind !== 'sequence') return [];
  const staying = new Set(planned.needs);
  const written = writtenReferences(dag, planned.node);
  return needs.items.flatMap(({ value }, index) => (staying.has(written[index]!) ? [] : [value]));
}

/**
 * The aliases that repeat text that changes, directly or not. What an alias names is before it, so one walk sees all.
 * @param changed what gets other text, in its place, inside of it or at its end
 */
function aliasesOfChanged(root: YamlNode, changed: ReadonlySet<YamlNode>): readonly YamlAlias[] {
  const aliases: YamlAlias[] = [];
  const holders = new Set<YamlNode>();
  const holds = (node: YamlNode): boolean => {
    // Every one of them is looked at, also behind one that holds a change.
    const inside = childrenOf(node).filter(holds).length > 0;
    const repeats = node.kind === 'alias' && node.target !== undefined && holders.has(node.target);
    if (repeats) aliases.push(node);
    const found = inside || repeats || changed.has(node);
    if (found) holders.add(node);
    return found;
  };
  holds(root);
  return aliases;
}

function childrenOf(node: YamlNode): readonly YamlNode[] {
  if (node.kind === 'map') return node.pairs.map(({ value }) => value);
  return node.kind === 'sequence' ? node.items.map(({ value }) => value) : [];
}
