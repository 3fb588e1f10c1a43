import type { Report } from '../../diagnostics/diagnostics.js';
import { isOfPolicy } from '../../model/layer.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import type { EdgesOf } from '../graph/edges.js';
import type { Hook } from '../graph/slot.js';
import { reachable, writtenReading } from '../graph/topology.js';

/**
 * Reports hooks before or after a step that an anchor puts elsewhere, so that the step does not wait for them, or they not for the step.
 * The author of the workflow could walk round a gate of a policy in this way, so there it is an error.
 */
export function reportOffTask(workflow: Workflow, hooks: readonly Hook[], edgesOf: EdgesOf, report: Report): void {
  const beside = new Map<string, readonly Hook[]>();
  for (const hook of hooks) {
    const { rule, task } = hook;
    if (!rule.anchor || !rule.await || task?.node === undefined || task.body !== undefined) continue;
    // One that is to be beside a hook of the other side is where its rule wants it.
    if (hook.beside && hook.beside.hook.rule.point !== rule.point) continue;
    const key = JSON.stringify([rule.id, hook.dag, task.node.node]);
    beside.set(key, [...(beside.get(key) ?? []), hook]);
  }
  if (beside.size === 0) return;
  const linkedIn = workflow.dags.map((dag) => links(dag, edgesOf));
  for (const [hook, ...others] of beside.values()) {
    const all = [hook!, ...others];
    const { rule, dag, task } = hook!;
    const node = workflow.dags[dag]!.nodes[task!.node!.node]!;
    if (all.some((one) => linkedIn[dag]!(one, node.index))) continue;
    const { side, pattern } = rule.anchor!;
    const args = { rule: rule.id, step: node.name, side, anchor: pattern.text, isBefore: rule.point === 'pre_task' };
    const related = { message: 'the rule', span: pattern.span };
    report(isOfPolicy(rule) ? 'DW472' : 'DW473', args, { span: node.span, related });
  }
}

/** For a DAG, whether a hook is before or after a node as its point says. Each anchor is looked from once. */
function links(dag: Dag, edgesOf: EdgesOf): (hook: Hook, node: number) => boolean {
  const known = new Map<string, ReadonlySet<number>>();
  const from = (anchor: number, direction: 'predecessors' | 'successors') => {
    const key = `${direction} ${anchor}`;
    const edges = edgesOf(dag)[dag.readings.indexOf(writtenReading(dag))]!;
    const found = known.get(key) ?? reachable(anchor, edges[direction], () => true);
    known.set(key, found);
    return found;
  };
  return ({ rule, slot }, node) => {
    const isBefore = rule.point === 'pre_task';
    if (!('node' in slot)) return isBefore ? slot.kind === 'entry' : slot.kind === 'exit';
    // What is right at the node, on the side of its point, is where it belongs.
    if (slot.node === node) return slot.kind === (isBefore ? 'before' : 'after');
    return from(slot.node, isBefore ? 'successors' : 'predecessors').has(node);
  };
}
