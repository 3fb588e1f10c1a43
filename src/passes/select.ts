import type { Report } from '../diagnostics/diagnostics.js';
import { hookPoints, type Pattern, type Rule, type RuleSet } from '../model/rule.js';
import type { Workflow } from '../model/workflow.js';
import { resolveAnchors, type Wanted } from './anchor.js';
import type { Matches } from './matches.js';
import type { Meetings } from './meetings.js';
import type { Hook } from './slot.js';
import { findTasks, type Task } from './tasks.js';

export interface Selection {
  /** In the order that decides where hooks meet: point, `order`, layer, position; then by DAG and node. */
  readonly hooks: readonly Hook[];
  /** Rules for the engine's own handler of a root DAG. */
  readonly handlers: readonly { readonly rule: Rule; readonly dag: number }[];
}

/** Which rule meets which place. */
export function selectHooks(
  workflow: Workflow,
  rules: RuleSet,
  matches: Matches,
  meetings: Meetings,
  report: Report,
): Selection {
  const tasks = findTasks(workflow, rules, matches);
  for (const task of tasks) meetings.tasks.add(task.name);
  const sorted = [...rules.rules].sort(inOrder);
  const wanted = sorted.flatMap((rule) => {
    const places = placesOf(rule, workflow, tasks, matches, meetings);
    if (places.length > 0) meetings.rules.add(rule);
    return (rule.once ? places.slice(0, 1) : places).map((place) => ({ rule, ...place }));
  });
  const isHandler = ({ rule }: Wanted) => rule.point === 'final' && rule.run !== 'success';
  const open = wanted.filter((place) => !isClosed(place, workflow, report));
  return {
    hooks: resolveAnchors(
      open.filter((place) => !isHandler(place)),
      workflow,
      matches,
      report,
    ),
    handlers: wanted.filter(isHandler).map(({ rule, dag }) => ({ rule, dag })),
  };
}

function inOrder(a: Rule, b: Rule): number {
  return (
    hookPoints.indexOf(a.point) - hookPoints.indexOf(b.point) ||
    a.order - b.order ||
    a.layer - b.layer ||
    a.position - b.position ||
    (a.id < b.id ? -1 : 1)
  );
}

function placesOf(
  rule: Rule,
  workflow: Workflow,
  tasks: readonly Task[],
  matches: Matches,
  meetings: Meetings,
): readonly { readonly dag: number; readonly task: Task | undefined }[] {
  if (rule.point === 'pre_task' || rule.point === 'post_task') {
    return tasksOf(rule, tasks, matches, meetings).map((task) => ({ dag: task.body ?? task.node!.dag, task }));
  }
  const roots =
    rule.run === 'success' ? workflow.roots.filter((root) => workflow.dags[root]!.nodes.length > 0) : workflow.roots;
  return roots.map((dag) => ({ dag, task: undefined }));
}

function tasksOf(rule: Rule, tasks: readonly Task[], matches: Matches, meetings: Meetings): readonly Task[] {
  const meets = (pattern: Pattern, task: Task) =>
    matches(pattern, task.name) || (task.id !== undefined && matches(pattern, task.id));
  const meetsAny = (patterns: readonly Pattern[], task: Task) => {
    let found = false;
    for (const pattern of patterns) {
      if (!meets(pattern, task)) continue;
      meetings.patterns.add(pattern);
      found = true;
    }
    return found;
  };
  return tasks.filter((task) => meetsAny(rule.tasks, task) && !meetsAny(rule.tasksExclude, task));
}

function isClosed({ rule, dag }: Wanted, workflow: Workflow, report: Report): boolean {
  const { closed, name, span } = workflow.dags[dag]!;
  if (closed === undefined) return false;
  report(
    'DW405',
    { rule: rule.id, dag: name, why: closed },
    { span, related: { message: 'the rule', span: rule.span } },
  );
  return true;
}
