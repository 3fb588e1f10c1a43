import type { Report } from '../../diagnostics/diagnostics.js';
import { hookPrefix } from '../../model/mark.js';
import type { DagPlan } from '../../model/plan.js';
import { isOfTaskEnd, mayFail } from '../../model/rule.js';
import type { TextEdit } from '../../model/source.js';
import type { Dag, Node } from '../../model/workflow.js';
import { lineStartBefore } from '../../text/lines.js';
import { asMap, pairOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlScalar } from '../../text/yaml-node.js';
import { whenAsked } from '../when-asked.js';
import { flowFront } from '../yaml-steps/flow-style.js';
import { removePairs } from '../yaml-steps/remove-pairs.js';
import type { TextPlace } from '../yaml-steps/text-place.js';
import { hasAnswer } from './approval.js';
import type { ArgoPlace } from './argo-workflow.js';
import { mayBeInsideDag } from './calls.js';
import { forgivenEnds } from './forgiven-ends.js';
import { hidesFailures } from './hidden-failures.js';
import { leftOutIn } from './left-out.js';
import { targetsIn } from './task-names.js';

/** A `target` names the tasks that count for how a DAG ends, and nothing but what these wait for runs. */
function targetOf({ template }: Pick<ArgoPlace, 'template'>): YamlScalar | undefined {
  const dag = asMap(pairOf(template.map, 'dag')?.value);
  return dag && targetValue(dag);
}

/** @returns `undefined` where no task is named */
export function targetValue(dag: YamlMap): YamlScalar | undefined {
  const value = pairOf(dag, 'target')?.value;
  return value?.kind === 'scalar' && value.type !== 'null' && value.value.trim() !== '' ? value : undefined;
}

/** The tasks that count for how a DAG ends without hooks. */
export function countedTasks(of: Pick<ArgoPlace, 'template'>, dag: Dag): readonly string[] {
  const target = targetOf(of);
  return target ? targetsIn(target.value) : leavesOf(dag).map(({ name }) => name);
}

function leavesOf({ nodes }: Dag): readonly Node[] {
  const awaited = new Set(nodes.flatMap(({ needs }) => (needs ?? []).flatMap(({ node }) => node ?? [])));
  return nodes.filter(({ index }) => !awaited.has(index));
}

/**
 * Hooks that nobody waits for run only if they are named there, too; those of tasks that do not run stay out. An answer that was a no
 * would be forgotten behind what went well before it, so its hook counts, too.
 */
function addedTargets(targets: readonly string[], dag: Dag, plan: DagPlan): readonly string[] {
  const { nodes } = plan;
  const running = tasksThatRun(targets, dag);
  const hooks = new Map(nodes.flatMap((node) => (node.kind === 'injected' ? [[node.name, node.needs ?? []]] : [])));
  const awaited = new Set(
    nodes.flatMap((node) =>
      node.kind === 'injected' ? (node.needs ?? []) : isOf(running, dag, node.node) ? (node.needs ?? []) : [],
    ),
  );
  const hasWork = (hook: string): boolean =>
    hooks.get(hook)!.every((need) => (hooks.has(need) ? hasWork(need) : running.has(need)));
  const counted = new Set([...hooksWithAnswer(nodes), ...countedGates(targets, dag, plan)]);
  return [...hooks.keys()].filter((hook) => (counted.has(hook) || !awaited.has(hook)) && hasWork(hook));
}

function countedGates(targets: readonly string[], dag: Dag, plan: DagPlan): readonly string[] {
  return forgivenEnds(targets, dag, plan).gates.flatMap(({ gate, isLost }) => (isLost ? [] : [gate.name]));
}

function hooksWithAnswer(nodes: DagPlan['nodes']): ReadonlySet<string> {
  return new Set(
    nodes.flatMap((node) =>
      node.kind === 'injected' && hasAnswer(node.injection.call.kind, node.injection.rule.policy.timeout)
        ? [node.name]
        : [],
    ),
  );
}

function isOf(running: ReadonlySet<string>, dag: Dag, node: number): boolean {
  return running.has(dag.nodes[node]!.name);
}

function tasksThatRun(targets: readonly string[], { nodes }: Dag): ReadonlySet<string> {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const running = new Set(targets);
  for (const name of running) for (const need of byName.get(name)?.needs ?? []) running.add(need.name);
  return running;
}

/**
 * Where a task that may be skipped or left out ends a DAG, a failure before it that others went on after makes the DAG fail, one in
 * what a task calls included; and so does a failure of the last task. Behind a hook it would be forgotten, so such a DAG gets a target.
 * Its hooks come first: of one that was there before, they come last.
 */
function newTargets(of: ArgoPlace, dag: Dag, plan: DagPlan): readonly string[] {
  const followed = new Set(plan.nodes.flatMap((node) => (node.kind === 'injected' ? (node.needs ?? []) : [])));
  const leaves = leavesOf(dag);
  const forgiven = tasksWithHooksAtEnd(plan);
  const isShown = showsFailures(of, dag);
  const forgets = leaves.some((leaf) => forgiven.has(leaf.name) || (followed.has(leaf.name) && isShown(leaf)));
  const names = leaves.map(({ name }) => name);
  if (!forgets && hooksWithAnswer(plan.nodes).size === 0 && !changesEnd(names, dag, plan)) return [];
  return [...addedTargets(names, dag, plan), ...names];
}

/** Does a failure that others went on after count at the end of a DAG, or behind what calls it, because a task is its end? */
function showsFailures(of: ArgoPlace, dag: Dag): (leaf: Node) => boolean {
  if (of.entry) return () => false;
  const hides = hidesFailures(of.document);
  const isForgiven = ({ failable, index }: Node) => failable === 'yes' || hides(of.list.steps[index]!.map!);
  const leftOut = whenAsked(() => leftOutIn({ dag, list: of.list }));
  return (leaf) =>
    ((leaf.conditional || leftOut().has(leaf.name)) && ancestorsOf(leaf, dag).some(isForgiven)) ||
    (isForgiven(leaf) && mayBeInsideDag(of.document, of.template));
}

/** Would a gate, or what is before a hook that may fail, be forgotten behind tasks with `continueOn`? */
function changesEnd(leaves: readonly string[], dag: Dag, plan: DagPlan): boolean {
  const { forgets, gates } = forgivenEnds(leaves, dag, plan);
  if (gates.some(({ isLost }) => !isLost)) return true;
  return plan.nodes.some((node) => node.kind === 'injected' && mayFail(node.injection.rule) && forgets(node));
}

/** What hooks run behind whatever came of it. */
function tasksWithHooksAtEnd({ nodes }: DagPlan): ReadonlySet<string> {
  return new Set(
    nodes.flatMap((node) => (node.kind === 'injected' && isOfTaskEnd(node.injection.rule) ? (node.needs ?? []) : [])),
  );
}

function ancestorsOf(node: Node, { nodes }: Dag): readonly Node[] {
  const found = new Set<number>();
  const open = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const { node: index } of next.needs ?? []) {
      if (index === undefined || found.has(index)) continue;
      found.add(index);
      open.push(nodes[index]!);
    }
  }
  return [...found].map((index) => nodes[index]!);
}

export function writeTarget(
  place: TextPlace,
  of: ArgoPlace,
  dag: Dag,
  plan: DagPlan,
  report: Report,
): readonly TextEdit[] {
  const target = targetOf(of);
  reportForgotten(of, dag, plan, report);
  if (!target) return of.list.kind === 'dag' ? addTarget(place, of, newTargets(of, dag, plan)) : [];
  const targets = targetsIn(target.value);
  reportHeldUp(target, targets, dag, plan, report);
  const added = addedTargets(targets, dag, plan);
  if (added.length === 0) return [];
  const at = endOf(place.text, target);
  return [place.replace(at, at, added.map((name) => ` ${name}`).join(''))];
}

/** Reports gates whose failure does not make the DAG fail. */
function reportForgotten(of: ArgoPlace, dag: Dag, plan: DagPlan, report: Report): void {
  const told = new Set<string>();
  for (const { gate, behind, isLost } of forgivenEnds(countedTasks(of, dag), dag, plan).gates) {
    const { rule } = gate.injection;
    const what = `${rule.id} ${behind}`;
    if (!isLost || told.has(what)) continue;
    told.add(what);
    const after = {
      goesOn: [],
      whyWell: `\`${behind}\` has \`continueOn\``,
      instead: `Remove \`continueOn\` from \`${behind}\``,
      leavesOut: true,
    } as const;
    const { span } = dag.nodes.find(({ name }) => name === behind)!;
    const related = { message: 'the rule', span: rule.span };
    report('DW484', { rule: rule.id, node: behind, dag: dag.name, after }, { span, related });
  }
}

/** Reports hooks that wait for a task that never runs, beside others that do. */
function reportHeldUp(target: YamlScalar, targets: readonly string[], dag: Dag, plan: DagPlan, report: Report): void {
  const running = tasksThatRun(targets, dag);
  const isBase = new Set(dag.nodes.map(({ name }) => name));
  for (const node of plan.nodes) {
    if (node.kind === 'kept') continue;
    const needs = node.needs ?? [];
    const idle = needs.find((need) => isBase.has(need) && !running.has(need));
    if (idle === undefined || needs.every((need) => isBase.has(need) && !running.has(need))) continue;
    const { start, end } = target;
    report('DW280', { hook: node.name, node: idle, dag: dag.name }, { span: { file: dag.file, start, end } });
    return;
  }
}

function addTarget(place: TextPlace, { template }: ArgoPlace, names: readonly string[]): readonly TextEdit[] {
  if (names.length === 0) return [];
  const dag = asMap(pairOf(template.map, 'dag')?.value)!;
  const { start } = dag.pairs[0]!;
  const field = { key: 'target', value: names.join(' ') };
  if (dag.flow) return [place.replace(start, start, flowFront(place, dag, field))];
  const indent = ' '.repeat(start - lineStartBefore(place.text, start));
  return [place.replace(start, start, `${place.lines([field])[0]}${place.lineBreak}${indent}`)];
}

/** Takes the names of hooks out of a `target` again, and one that hooks brought along as a whole. */
export function restoreTarget(
  place: TextPlace,
  of: ArgoPlace,
  isTaken: (name: string) => boolean,
): readonly TextEdit[] {
  const target = targetOf(of);
  if (!target) return [];
  const isHook = (name: string) => name.startsWith(hookPrefix) && isTaken(name);
  if (isHook(targetsIn(target.value)[0]!)) {
    const dag = asMap(pairOf(of.template.map, 'dag')?.value)!;
    return removePairs(place, dag, [pairOf(dag, 'target')!]);
  }
  const from = target.start;
  const written = place.text.slice(from, target.end);
  return [...written.matchAll(/(?<!\s)\s+([-A-Za-z0-9]+)/g)].flatMap(({ 0: found, 1: name, index }) =>
    isHook(name!) ? [place.replace(from + index, from + index + found.length, '')] : [],
  );
}

/** What `target` will say. */
export function targetPrint(of: ArgoPlace, dag: Dag, plan: DagPlan | undefined): string {
  const target = targetOf(of);
  if (!target) return plan && of.list.kind === 'dag' ? newTargets(of, dag, plan).join(' ') : '';
  const targets = targetsIn(target.value);
  return [...targets, ...(plan ? addedTargets(targets, dag, plan) : [])].join(' ');
}

/** Just past its last sign. */
function endOf(text: string, { start, end, style }: YamlScalar): number {
  const closing = style === 'single' || style === 'double' ? 1 : 0;
  return start + text.slice(start, end - closing).trimEnd().length;
}
