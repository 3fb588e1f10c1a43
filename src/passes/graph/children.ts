import { posix } from 'node:path';
import type { Report } from '../../diagnostics/diagnostics.js';
import { isOfPolicy } from '../../model/layer.js';
import type { Rule, RuleSet } from '../../model/rule.js';
import type { Span } from '../../model/source.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import { stepTypes } from '../../steps/index.js';

/**
 * The DAGs that hooks run as children and that no node calls, each with a rule that does so. They are no part of the
 * workflow's own work: they are no tasks, and no hook goes into them, as else a child could run itself without end.
 */
export function childDags(workflow: Workflow, { rules }: Pick<RuleSet, 'rules'>): ReadonlyMap<number, Rule> {
  const wanted = new Map<string, Rule>();
  for (const rule of rules) {
    const child = childOf(rule);
    if (child && !wanted.has(plainName(child.name))) wanted.set(plainName(child.name), rule);
  }
  if (wanted.size === 0) return none;
  const called = new Set(workflow.dags.flatMap(({ nodes }) => nodes.flatMap(({ call }) => call?.dag ?? [])));
  const roots = new Set(workflow.roots);
  return new Map(
    workflow.dags.flatMap((dag) => {
      const rule = called.has(dag.index) ? undefined : namesOf(dag, roots).flatMap((name) => wanted.get(name) ?? [])[0];
      return rule ? [[dag.index, rule] as const] : [];
    }),
  );
}

const none: ReadonlyMap<number, Rule> = new Map();

/** The children that count for rules of a policy and for what is a task: hooks of other layers take no workflow away from a policy. */
export function decidedChildren(workflow: Workflow, { rules }: Pick<RuleSet, 'rules'>): ReadonlyMap<number, Rule> {
  const ofPolicy = rules.filter(isOfPolicy);
  return childDags(workflow, { rules: ofPolicy.length > 0 ? ofPolicy : rules });
}

/** Does a child of hooks get the hooks of a policy all the same? */
export function keepsPolicy(workflow: Workflow, child: number, rules: Pick<RuleSet, 'rules'>): boolean {
  return rules.rules.some(isOfPolicy) && !decidedChildren(workflow, rules).has(child);
}

/** Reports workflows that are children of hooks and nothing else: a hook cannot go into the workflow that it runs. */
export function reportOnlyChildren(workflows: readonly Workflow[], rules: RuleSet, report: Report): void {
  const roots = workflows.flatMap((workflow) => {
    const children = childDags(workflow, rules);
    return workflow.roots.map((root) => ({
      dag: workflow.dags[root]!,
      rule: children.get(root),
      butPolicy: keepsPolicy(workflow, root, rules),
    }));
  });
  if (roots.some(({ rule }) => rule === undefined)) return;
  for (const { dag, rule, butPolicy } of roots) {
    const args = { dag: dag.name, rule: rule!.id, butPolicy };
    report('DW434', args, { span: childSpan(rule!), related: { message: 'the workflow', span: dag.span } });
  }
}

/** Names of the DAGs in a file that only their own file knows. Each hook asks, so all files of a workflow are looked at once. */
export function dagsOfFile(workflow: Workflow, file: string): ReadonlySet<string> {
  let files = filesOf.get(workflow);
  if (!files) {
    files = dagsByFile(workflow);
    filesOf.set(workflow, files);
  }
  return files.get(file) ?? noDags;
}

const filesOf = new WeakMap<Workflow, ReadonlyMap<string, ReadonlySet<string>>>();
const noDags: ReadonlySet<string> = new Set();

function dagsByFile({ dags, roots }: Workflow): ReadonlyMap<string, ReadonlySet<string>> {
  const isRoot = new Set(roots);
  const files = new Map<string, Set<string>>();
  for (const dag of dags) {
    if (isRoot.has(dag.index)) continue;
    const names = files.get(dag.file);
    if (names) names.add(dag.name);
    else files.set(dag.file, new Set([dag.name]));
  }
  return files;
}

/** The workflow that the hooks of a rule run, if they run one. */
export function childOf({ step }: Rule) {
  return stepTypes.get(step.type)?.child?.(step.config);
}

/** Where a rule names the workflow that its hooks run. */
export function childSpan({ step, span }: Rule): Span {
  return step.fieldSpans.get('pipeline') ?? span;
}

/** A file is called by its name with or without its ending. */
export function plainName(path: string): string {
  return posix.normalize(path.replaceAll('\\', '/')).replace(/\.(ya?ml|json)$/i, '');
}

/** The first DAG of a file is called by the file's name. */
function namesOf(dag: Dag, roots: ReadonlySet<number>): readonly string[] {
  if (!roots.has(dag.index)) return [dag.name];
  return endsOfPath(plainName(dag.file));
}

/** A file may be named by all of its path or by its end. */
export function endsOfPath(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(index).join('/'));
}
