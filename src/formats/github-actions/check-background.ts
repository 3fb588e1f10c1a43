import type { Report } from '../../diagnostics/diagnostics.js';
import type { DagPlan, InjectedNode } from '../../model/plan.js';
import type { Dag } from '../../model/workflow.js';
import { asSequence, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import type { ListedStep } from '../yaml-steps/step-list.js';
import { fieldText } from './fields.js';

/** Reports hooks behind steps that may still be running when they start. */
export function checkBackground(
  dag: Dag,
  steps: readonly ListedStep[],
  { nodes }: Pick<DagPlan, 'nodes'>,
  report: Report,
): void {
  const running = new Map<number, string | undefined>();
  for (const node of nodes) {
    if (node.kind === 'kept') follow(steps[node.node]!.map, node.node, running);
    else if (running.size > 0) {
      const names = missed(node, running).map((index) => dag.nodes[index]!.name);
      const { rule } = node.injection;
      if (names.length > 0) report('DW295', { rule: rule.id, dag: dag.name, names }, { span: rule.span });
    }
  }
}

/** Keeps what runs in the background up to date, by position with the id that others wait for. */
function follow(map: YamlMap | undefined, index: number, running: Map<number, string | undefined>): void {
  if (!map) return;
  if (pairOf(map, 'wait-all') && fieldText(map, 'wait-all') !== 'false') running.clear();
  const ended = new Set([...textsOf(map, 'wait'), ...textsOf(map, 'cancel')]);
  for (const [other, id] of running) if (id !== undefined && ended.has(id)) running.delete(other);
  if (fieldText(map, 'background') === 'true') running.set(index, fieldText(map, 'id'));
}

function textsOf(map: YamlMap, key: string): readonly string[] {
  const value = pairOf(map, key)?.value;
  const items = asSequence(value)?.items.map((item) => item.value) ?? [value];
  return items.flatMap((item) => textOf(item) ?? []);
}

/** What a hook is behind, of that. */
function missed({ slot, about }: InjectedNode, running: ReadonlyMap<number, unknown>): readonly number[] {
  if (slot === 'after') return about !== undefined && running.has(about) ? [about] : [];
  return slot === 'middle' || slot === 'exit' ? [...running.keys()] : [];
}
