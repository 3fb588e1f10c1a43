import { isOfTaskEnd, type RuleSet } from '../../model/rule.js';
import type { Workflow } from '../../model/workflow.js';
import type { EdgesOf } from '../graph/edges.js';
import { taskEndOf } from '../graph/node-roles.js';
import type { Slot } from '../graph/slot.js';
import type { Matches } from '../graph/tasks.js';
import { nodesWithoutWorkspace, workspaceBorder } from '../graph/workspace.js';
import type { IsTeardown } from '../match/teardown.js';
import type { Candidate } from './candidate.js';

/** Where hooks of tasks can be, so that they run while the workspace of their task is there. */
export interface Workspaces {
  /** The slot of the rule's point, without an anchor. */
  ownSlot(place: Candidate): Slot;
  /**
   * The node that takes the workspace away before a hook in that slot runs, and whether the task itself comes behind it; `undefined`
   * where no node does.
   */
  goneAt(place: Candidate, slot: Slot): { readonly by: number; readonly isTaskThere: boolean } | undefined;
  /** A node that may take it away while a hook runs that nothing waits for. */
  goesMeanwhile(place: Candidate, slot: Slot): number | undefined;
}

export function createWorkspaces(
  workflow: Workflow,
  rules: Pick<RuleSet, 'taskEnds'>,
  matches: Matches,
  edgesOf: EdgesOf,
  isTeardown: IsTeardown,
): Workspaces {
  const without = new Map<number, ReadonlyMap<number, number>>();
  const withoutIn = (dag: number) => {
    const found =
      without.get(dag) ?? nodesWithoutWorkspace(workflow.dags[dag]!, edgesOf, (node) => isTeardown(dag, node));
    without.set(dag, found);
    return found;
  };
  const ends = new Map<number, Slot>();
  const endIn = (dag: number) => {
    const found = ends.get(dag) ?? endSlot(dag);
    ends.set(dag, found);
    return found;
  };

  const endSlot = (index: number): Slot => {
    const dag = workflow.dags[index]!;
    const end = taskEndOf(dag, rules, matches);
    const gone = withoutIn(index);
    if (gone.size === 0) return end === undefined ? { kind: 'exit' } : { kind: 'after', node: end };
    const roles = { end, isTeardown: (node: number) => isTeardown(index, node) };
    const borders = edgesOf(dag).map(({ predecessors, successors }) => {
      const behind = end === undefined ? [] : successors[end]!;
      return { border: workspaceBorder(dag, predecessors, successors, roles), behind };
    });
    if (borders.every(({ border }) => border.after.length === 0)) return { kind: 'entry' };
    if (end === undefined || gone.has(end)) return { kind: 'middle' };
    const isEnough = borders.every(({ border, behind }) => border.before.every((node) => behind.includes(node)));
    return isEnough ? { kind: 'after', node: end } : { kind: 'middle' };
  };

  return {
    ownSlot({ rule, task, dag }) {
      if (rule.point === 'pre_root') return { kind: 'entry' };
      if (rule.point === 'post_roots') return { kind: 'middle' };
      if (rule.point === 'final') return { kind: 'exit' };
      if (task!.body !== undefined)
        return rule.point === 'pre_task' ? { kind: 'entry' } : isOfTaskEnd(rule) ? { kind: 'exit' } : endIn(dag);
      const { node } = task!.node!;
      const isBefore = rule.point === 'pre_task' || (needsWorkspace({ rule, task, dag }) && isTeardown(dag, node));
      return { kind: isBefore ? 'before' : 'after', node };
    },
    goneAt(place, slot) {
      if (!needsWorkspace(place) || !('node' in slot)) return undefined;
      const gone = withoutIn(place.dag);
      const by = gone.get(slot.node);
      if (by === undefined || (slot.kind === 'before' && by === slot.node)) return undefined;
      const own = place.task?.body === undefined ? place.task?.node?.node : undefined;
      const isTaskThere = own !== undefined && gone.has(own) && gone.get(own) !== own;
      return { by, isTaskThere };
    },
    goesMeanwhile(place, slot) {
      const { rule, task, dag } = place;
      if (rule.await || rule.point !== 'post_task' || !needsWorkspace(place)) return undefined;
      if (task!.body !== undefined) return [...withoutIn(dag).values()][0];
      return slot.kind === 'before' && isTeardown(dag, slot.node) ? slot.node : undefined;
    },
  };
}

/** Rules about steps, stages or the run go where those are. */
function needsWorkspace({ rule, task }: Candidate): boolean {
  return task !== undefined && !rule.ofNodes && !rule.each && rule.action?.around !== 'stages';
}
