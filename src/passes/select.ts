import type { Report } from '../diagnostics/diagnostics.js';
import { nearestName } from '../lang/nearest.js';
import { hookPoints, type Pattern, type Rule, type RuleSet } from '../model/rule.js';
import type { Workflow } from '../model/workflow.js';
import { resolveAnchors, type Wanted } from './anchor.js';
import type { Matches } from './matches.js';
import type { Hook } from './slot.js';
import { findTasks, type Task } from './tasks.js';

export interface Selection {
  /** In the order that decides where hooks meet: point, `order`, layer, position; then by DAG and node. */
  readonly hooks: readonly Hook[];
  /** Rules for the engine's own handler of a root DAG. */
  readonly handlers: readonly { readonly rule: Rule; readonly dag: number }[];
}

/** Which rule meets which place. */
export function selectHooks(workflow: Workflow, rules: RuleSet, matches: Matches, report: Report): Selection {
  const tasks = findTasks(workflow, rules, matches);
  const sorted = [...rules.rules].sort(inOrder);
  const wanted = sorted.flatMap((rule) => {
    const places = placesOf(rule, workflow, tasks, matches, report);
    if (places.length === 0 && !rule.optional) reportNothingMet(rule, tasks, workflow, report);
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
  report: Report,
): readonly { readonly dag: number; readonly task: Task | undefined }[] {
  if (rule.point === 'pre_task' || rule.point === 'post_task') {
    return tasksOf(rule, tasks, matches, report).map((task) => ({ dag: task.body ?? task.node!.dag, task }));
  }
  const roots =
    rule.run === 'success' ? workflow.roots.filter((root) => workflow.dags[root]!.nodes.length > 0) : workflow.roots;
  return roots.map((dag) => ({ dag, task: undefined }));
}

function tasksOf(rule: Rule, tasks: readonly Task[], matches: Matches, report: Report): readonly Task[] {
  const meets = (pattern: Pattern, task: Task) =>
    matches(pattern, task.name) || (task.id !== undefined && matches(pattern, task.id));
  const met = new Set<Pattern>();
  const meetsAny = (patterns: readonly Pattern[], task: Task) => {
    let found = false;
    for (const pattern of patterns) {
      if (!meets(pattern, task)) continue;
      met.add(pattern);
      found = true;
    }
    return found;
  };
  const selected = tasks.filter((task) => meetsAny(rule.tasks, task) && !meetsAny(rule.tasksExclude, task));
  if (!rule.optional && selected.length > 0) {
    const names = tasks.map((task) => task.name);
    for (const pattern of [...rule.tasks, ...rule.tasksExclude]) {
      if (!met.has(pattern))
        report('DW402', { pattern: pattern.text, nearest: nearestName(pattern.text, names) }, { span: pattern.span });
    }
  }
  return selected;
}

function reportNothingMet(rule: Rule, tasks: readonly Task[], workflow: Workflow, report: Report): void {
  const ofTasks = rule.point === 'pre_task' || rule.point === 'post_task';
  const names = tasks.map((task) => task.name);
  const nearest = rule.tasks.map((pattern) => nearestName(pattern.text, names)).find((name) => name !== undefined);
  const known = ofTasks ? names : workflow.roots.map((root) => workflow.dags[root]!.name);
  report(
    'DW401',
    { rule: rule.id, patterns: rule.tasks.map((pattern) => pattern.text), ofTasks, nearest, known },
    { span: rule.tasks[0]?.text === '*' ? rule.span : (rule.tasks[0]?.span ?? rule.span) },
  );
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
