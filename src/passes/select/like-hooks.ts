import type { Report } from '../../diagnostics/diagnostics.js';
import { isOfPolicy } from '../../model/layer.js';
import { hookPrefix } from '../../model/mark.js';
import { isOfTasks, type Rule } from '../../model/rule.js';
import type { Dag, Node, Workflow } from '../../model/workflow.js';
import type { Matches, Task } from '../graph/tasks.js';
import type { PlaceMatcher } from '../match/places.js';

interface Selected {
  /** Without the hooks of an earlier run. */
  readonly workflow: Workflow;
  readonly tasks: readonly Task[];
  readonly rules: readonly Rule[];
  readonly matches: Matches;
  readonly placeMatcher: PlaceMatcher;
}

/**
 * Reports nodes that are written as hooks are, although no rule inserts them: they are no tasks, so a rule that is for all tasks would
 * pass them by. The author of a workflow could walk round a gate of a policy in this way, so there it is an error.
 */
export function reportLikeHooks(selected: Selected, report: Report): void {
  const { workflow, tasks } = selected;
  const ofTasks = new Set(tasks.flatMap(({ node }) => (node ? [`${node.dag} ${node.node}`] : [])));
  for (const dag of workflow.dags)
    for (const node of dag.nodes) {
      if (!isLikeHook(node) || ofTasks.has(`${dag.index} ${node.index}`)) continue;
      const passing = rulesFor(node, dag, selected);
      const rule = passing.find(isOfPolicy) ?? passing[0];
      if (!rule) continue;
      const related = { message: 'the rule', span: rule.span };
      const args = { node: node.name, dag: dag.name, rule: rule.id };
      report(isOfPolicy(rule) ? 'DW480' : 'DW481', args, { span: node.span, related });
    }
}

function isLikeHook({ isOwn, call, name }: Node): boolean {
  return isOwn === false && call === undefined && name.startsWith(hookPrefix);
}

function rulesFor({ name, index }: Node, dag: Dag, { rules, matches, placeMatcher }: Selected): readonly Rule[] {
  const task = { name, id: undefined, body: undefined, node: { dag: dag.index, node: index } };
  return rules.filter((rule) => {
    const { each, tasks, tasksExclude, match } = rule;
    if (!isOfTasks(rule) || each === 'step') return false;
    const isFor = (patterns: Rule['tasks']) => patterns.some((pattern) => matches(pattern, name));
    if (!isFor(tasks) || isFor(tasksExclude)) return false;
    return match === undefined || placeMatcher.at(match, { dag: dag.index, task }).kind !== 'no';
  });
}
