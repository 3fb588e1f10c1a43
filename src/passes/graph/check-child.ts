import { posix } from 'node:path';
import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import type { Rule } from '../../model/rule.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import { childOf, childSpan, dagsOfFile, endsOfPath, plainName } from './children.js';

export type CheckChild = (rule: Rule, workflow: Workflow, dag: Dag) => void;

/**
 * Makes what reports a child that is nowhere to be found, once a rule and file.
 * @param siblings paths of the workflow files that were read, and of those that lie beside them
 */
export function childChecker(siblings: readonly string[], report: Report): CheckChild {
  const files = new Set(siblings.flatMap((path) => endsOfPath(plainName(path))));
  const nearFile = rememberedNearest(() => siblings.map((path) => posix.basename(plainName(path))));
  const checked = new Set<string>();
  const outOfReach = new Set<Rule>();
  const checkReach = (rule: Rule, child: string, workflow: Workflow, dag: Dag) => {
    const { findBeside } = workflow;
    if (outOfReach.has(rule) || findBeside === 'all' || dagsOfFile(workflow, dag.file).has(child)) return;
    if (!workflow.dags.some(({ nodes }) => nodes.some(({ call }) => call?.dag === dag.index))) return;
    outOfReach.add(rule);
    const args = { rule: rule.id, child, dag: dag.name, folder: findBeside.othersFindIn };
    report('DW437', args, { span: childSpan(rule) });
  };
  return (rule, workflow, dag) => {
    const child = childOf(rule);
    if (!child || child.external) return;
    checkReach(rule, child.name, workflow, dag);
    if (checked.has(`${rule.id} ${dag.file}`)) return;
    checked.add(`${rule.id} ${dag.file}`);
    const own = dagsOfFile(workflow, dag.file);
    const name = plainName(child.name);
    if (own.has(child.name) || files.has(name)) return;
    const nearest = nearestName(child.name, [...own, ...nearFile(child.name)]);
    report('DW430', { rule: rule.id, child: child.name, nearest }, { span: childSpan(rule) });
  };
}

/**
 * The name of a file that was read or lies beside those, with its ending, by what a rule calls it.
 * @param siblings paths of such files
 */
export function childFiles(siblings: readonly string[]): (child: string) => string | undefined {
  const endings = new Map(
    siblings.flatMap((path) => endsOfPath(plainName(path)).map((name) => [name, posix.extname(path)] as const)),
  );
  return (child) => {
    const ending = endings.get(plainName(child));
    return ending === undefined || child.endsWith(ending) ? undefined : `${child}${ending}`;
  };
}

/** Each file of a large folder may ask for the same child. */
function rememberedNearest(names: () => readonly string[]): (name: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (name) => {
    const found = known.get(name) ?? [nearestName(name, names()) ?? []].flat();
    known.set(name, found);
    return found;
  };
}
