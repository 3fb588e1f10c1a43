import { compilePattern } from '../../lang/pattern.js';
import type { Dag, Node } from '../../model/workflow.js';
import type { Hook } from './slot.js';

/** The nodes that a hook is named after besides its rule: only for rules that may have many hooks in one DAG. */
export function nodesAbout(hook: Hook, dag: Dag): readonly string[] {
  const [task] = taskNodeName(hook, dag);
  const [anchor] = anchorNodeName(hook, dag);
  if (task === undefined || task === anchor) return anchor === undefined ? [] : [anchor];
  return anchor === undefined ? [task] : [task, anchor];
}

/** The node that is the task of a hook, if one is: a task that has a body is the DAG that its hooks are in. */
export function taskNodeName({ task }: Pick<Hook, 'task'>, dag: Dag): readonly string[] {
  return task?.node && task.body === undefined ? [lastingName(dag.nodes[task.node.node]!)] : [];
}

/** The node at the anchor of a hook, where its pattern may match several. */
export function anchorNodeName({ rule, slot, beside, fellBack }: Hook, dag: Dag): readonly string[] {
  const { anchor } = rule;
  if (!anchor || beside || fellBack || !('node' in slot)) return [];
  const pattern = compilePattern(anchor.pattern.text);
  return pattern.ok && pattern.kind !== 'exact' ? [lastingName(dag.nodes[slot.node]!)] : [];
}

/** An id that somebody wrote holds longer than a name that the engine made up. */
export function lastingName({ name, named, id }: Node): string {
  return named ? name : (id ?? name);
}
