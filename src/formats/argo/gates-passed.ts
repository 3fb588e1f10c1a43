import type { DagPlan } from '../../model/plan.js';
import type { Dag } from '../../model/workflow.js';
import { textOf } from '../../text/yaml-access.js';
import { whenAsked } from '../when-asked.js';
import type { StepText } from '../yaml-steps/step-list.js';
import { asksForSuccess, conjuncts, type Depends, parseDepends, tasksIn } from './depends.js';
import { chainsOf, hookExpressions } from './hook-needs.js';
import { passesBy } from './passes-by.js';

/** A gate that lets a task by where it fails. */
export interface PassedGate {
  readonly gate: string;
  /** The task behind the gate by which the task runs although that one was left out. */
  readonly other: string;
}

/** What tasks have to ask for so that they pass no gate by. Where that is too much to read, they ask for nothing. */
export function gatesToHold(text: StepText, plan: DagPlan): ReadonlyMap<number, readonly string[]> {
  if (text.spelling.needs !== 'depends') return new Map();
  let left = mostGates.inDag;
  const found = new Map<number, readonly string[]>();
  for (const [index, gates] of gatesPassed(text, plan)) {
    if (gates.length > Math.min(mostGates.ofTask, left)) continue;
    left -= gates.length;
    found.set(
      index,
      gates.map(({ gate }) => gate),
    );
  }
  return found;
}

const mostGates = { ofTask: 200, inDag: 10_000 } as const;

/** For each task that asks whether another one was left out: the gates before that one which it passes by, the nearest first. */
export function gatesPassed(text: StepText, plan: DagPlan): ReadonlyMap<number, readonly PassedGate[]> {
  const { dag, list, spelling } = text;
  const trees = new Map<string, Depends>();
  list.steps.forEach(({ map }, index) => {
    const read = parseDepends(textOf(map && spelling.fieldOf(map, 'depends')?.value) ?? '');
    if (read.ok) trees.set(dag.nodes[index]!.name, read.tree);
  });
  const { needsOf, isGate } = needsIn(dag, plan);
  const chainOf = chainsOf(plan);
  const waits = whenAsked(() => waitsOfHooks(text, plan));
  const passes = passesBy({
    wellBefore: (gate) => askedToGoWell(waits().get(gate)),
    treeOf: (task) => trees.get(task),
    needsOf,
    asks: (task, gate) => needsOf(task).some((need) => need === gate || chainOf(need).includes(gate)),
  });
  return new Map(
    dag.nodes.flatMap(({ name }, index) => {
      const tree = trees.get(name);
      const found = new Map<string, PassedGate>();
      for (const other of new Set(tree ? metWhereLeftOut(tree, false) : []))
        for (const gate of gatesBefore(other, needsOf, isGate))
          if (!found.has(gate) && passes(name, gate)) found.set(gate, { gate, other });
      return found.size === 0 ? [] : [[index, [...found.values()]] as const];
    }),
  );
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

/** The gates before a task, itself included, the nearest first. */
function gatesBefore(
  start: string,
  needsOf: (name: string) => readonly string[],
  isGate: (name: string) => boolean,
): readonly string[] {
  const found = new Set([start]);
  for (const name of found) for (const need of needsOf(name)) found.add(need);
  return [...found].filter(isGate);
}
