import type { Report } from '../../diagnostics/diagnostics.js';
import type { DagPlan } from '../../model/plan.js';
import type { Dag } from '../../model/workflow.js';
import { textOf } from '../../text/yaml-access.js';
import { whenAsked } from '../when-asked.js';
import type { StepText } from '../yaml-steps/step-list.js';
import { asksForSuccess, conjuncts, type Depends, parseDepends, tasksIn } from './depends.js';
import { chainsOf, hookExpressions } from './hook-needs.js';
import { passesBy } from './passes-by.js';

/**
 * Reports tasks that run where another one was left out: a gate before that one would let them by, unless something else that they
 * ask for is left out with it.
 */
export function checkGates(text: StepText, plan: DagPlan, report: Report): void {
  const { dag, list, spelling } = text;
  const { needsOf, isGate } = needsIn(dag, plan);
  const chainOf = chainsOf(plan);
  const trees = new Map<string, Depends>();
  list.steps.forEach(({ map }, index) => {
    const read = parseDepends(textOf(map && spelling.fieldOf(map, 'depends')?.value) ?? '');
    if (read.ok) trees.set(dag.nodes[index]!.name, read.tree);
  });
  const waits = whenAsked(() => waitsOfHooks(text, plan));
  const passes = passesBy({
    wellBefore: (gate) => askedToGoWell(waits().get(gate)),
    treeOf: (task) => trees.get(task),
    needsOf,
    asks: (task, gate) => needsOf(task).some((need) => need === gate || chainOf(need).includes(gate)),
  });
  list.steps.forEach(({ map }, index) => {
    const node = dag.nodes[index]!.name;
    const tree = trees.get(node);
    const others = tree ? metWhereLeftOut(tree, false) : [];
    const { start, end } = (map && spelling.fieldOf(map, 'depends')?.value) ?? { start: 0, end: 0 };
    for (const other of new Set(others)) {
      const hook = firstGate(other, needsOf, (name) => isGate(name) && passes(node, name));
      if (hook === undefined) continue;
      report('DW264', { node, other, hook, dag: dag.name }, { span: { file: dag.file, start, end } });
      return;
    }
  });
}

/** Tasks that an expression may be fulfilled by though they never ran. */
function metWhereLeftOut(tree: Depends, isNegated: boolean): readonly string[] {
  if (tree.kind === 'not') return metWhereLeftOut(tree.inner, !isNegated);
  if (tree.kind !== 'task') return tree.parts.flatMap((part) => metWhereLeftOut(part, isNegated));
  return (tree.result === 'Omitted') !== isNegated ? [tree.name] : [];
}

function waitsOfHooks(text: StepText, plan: DagPlan): ReadonlyMap<string, string> {
  const expressionOf = hookExpressions(text, plan);
  return new Map(
    plan.nodes.flatMap((node) => (node.kind === 'injected' ? [[node.name, expressionOf(node)?.expression ?? '']] : [])),
  );
}

function askedToGoWell(expression: string | undefined): readonly string[] {
  const read = parseDepends(expression ?? '');
  return read.ok
    ? conjuncts(read.tree).flatMap((part) => (asksForSuccess(part) ? tasksIn(part).map(({ name }) => name) : []))
    : [];
}

/** What tasks and hooks wait for, and which hooks are gates: others wait for them. */
function needsIn(dag: Dag, { nodes }: DagPlan) {
  const needs = new Map<string, readonly string[]>();
  const gates = new Set<string>();
  for (const node of nodes) {
    if (node.kind === 'kept') {
      const { name, needs: own } = dag.nodes[node.node]!;
      needs.set(name, node.needs ?? (own ?? []).map((need) => need.name));
    } else {
      needs.set(node.name, node.needs ?? []);
      const { rule } = node.injection;
      if (rule.await && rule.policy.onFailure !== 'continue') gates.add(node.name);
    }
  }
  return {
    needsOf: (name: string) => needs.get(name) ?? [],
    isGate: (name: string) => gates.has(name),
  };
}

/** The nearest one before a task, itself included. */
function firstGate(
  start: string,
  needsOf: (name: string) => readonly string[],
  isOne: (name: string) => boolean,
): string | undefined {
  const found = new Set([start]);
  for (const name of found) {
    if (isOne(name)) return name;
    for (const need of needsOf(name)) found.add(need);
  }
  return undefined;
}
