import type { Report } from '../../diagnostics/diagnostics.js';
import type { PlannedNode } from '../../model/plan.js';
import type { Dag } from '../../model/workflow.js';
import type { YamlNode } from '../../text/yaml-node.js';
import type { DaguDocument } from './document.js';
import { fieldOf } from './fields.js';
import { handlersOf } from './handler-homes.js';
import { writtenReferences } from './kept-steps.js';
import { aliasesOfChanged } from './repeated-text.js';
import { placesThatTakeSteps, stepsThatWouldFollow } from './shared-text.js';
import type { DaguStep } from './steps.js';

/** Reports what the planned changes of steps would change elsewhere, where an alias or a merge key repeats them. */
export function checkSharedText(dag: Dag, document: DaguDocument, nodes: readonly PlannedNode[], report: Report): void {
  const { steps } = document.steps;
  const rewired = new Set(nodes.flatMap((node) => (node.kind === 'kept' && node.needs ? [node.node] : [])));
  const isRewired = (step: number) => rewired.has(step);
  for (const index of stepsThatWouldFollow(steps, isRewired)) {
    const { name, span } = dag.nodes[index]!;
    report('DW608', { step: name, dag: dag.name }, { span });
  }
  const dropped = nodes.flatMap((node) => droppedItems(dag, node, steps));
  const changed = nodes.flatMap((node) => changedBy(node, steps));
  const handlers = handlersOf(document)?.map.pairs.map(({ value }) => value) ?? [];
  const known = new Set([...placesThatTakeSteps(steps, handlers, isRewired), ...dropped]);
  checkRepeats(document, [...changed, ...dropped], known, report);
}

/**
 * Reports aliases that would repeat a change where nothing is to change.
 * @param changed what gets other text, in its place, inside of it or at its end
 * @param known aliases that may
 */
export function checkRepeats(
  { file, root }: DaguDocument,
  changed: readonly YamlNode[],
  known: ReadonlySet<YamlNode>,
  report: Report,
): void {
  if (changed.length === 0) return;
  for (const alias of aliasesOfChanged(root, new Set(changed))) {
    const { name, start, end } = alias;
    if (!known.has(alias)) report('DW627', { alias: name }, { span: { file, start, end } });
  }
}

/** A step that is no mapping becomes one around its text, which stays as it is with its anchor, unlike a list around it. */
function changedBy(planned: PlannedNode, steps: readonly DaguStep[]): readonly YamlNode[] {
  if (planned.kind === 'injected') return planned.joins === undefined ? [] : [steps[planned.joins]!.group!];
  const { node, group } = steps[planned.node]!;
  if (node.kind !== 'map') return group && (planned.named || planned.needs) ? [group] : [];
  const changed = (isChanged: boolean, key: string) => (isChanged ? [fieldOf(node, key)?.value ?? node] : []);
  return [...changed(planned.named, 'name'), ...changed(planned.needs !== undefined, 'depends')];
}

/** Written needs that are no longer to be there, with their anchors. */
function droppedItems(dag: Dag, planned: PlannedNode, steps: readonly DaguStep[]): readonly YamlNode[] {
  if (planned.kind === 'injected' || !planned.needs) return [];
  const { node } = steps[planned.node]!;
  const list = node.kind === 'map' ? fieldOf(node, 'depends')?.value : undefined;
  if (list?.kind !== 'sequence') return [];
  const staying = new Set(planned.needs);
  const written = writtenReferences(dag, planned.node);
  return list.items.flatMap(({ value }, index) => (staying.has(written[index]!) ? [] : [value]));
}
