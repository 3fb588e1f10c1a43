import type { Workflow } from '../../../model/workflow.js';
import type { Task } from '../../graph/tasks.js';
import type { IsAsked } from '../../select/select.js';
import { isOfDag } from './dag-rules.js';

/**
 * Tells the DAGs that an answer about everything of a name is made from: those with a task or step of that name, those with hooks
 * for it, and those that rules for whole DAGs add to.
 */
export function dagsAsked(name: string, { dags }: Workflow, tasks: readonly Task[]): IsAsked {
  const isCalled = (one: { readonly name: string; readonly id: string | undefined } | undefined) =>
    one?.name === name || one?.id === name;
  const own = new Set<number>();
  for (const task of tasks) if (isCalled(task)) own.add(task.body ?? task.node!.dag);
  for (const { index, nodes } of dags) if (nodes.some(isCalled)) own.add(index);
  return (dag, places) => own.has(dag) || places.some(({ rule, task }) => isOfDag(rule) || isCalled(task));
}
