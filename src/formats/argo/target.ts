import { hookPrefix } from '../../model/mark.js';
import type { DagPlan } from '../../model/plan.js';
import type { TextEdit } from '../../model/source.js';
import type { Dag } from '../../model/workflow.js';
import { asMap, pairOf } from '../../text/yaml-access.js';
import type { YamlScalar } from '../../text/yaml-node.js';
import type { TextPlace } from '../yaml-steps/text-place.js';
import type { ArgoPlace } from './argo-workflow.js';

/** A `target` names the tasks that count for how a DAG ends, and nothing but what these wait for runs. */
function targetOf({ template }: Pick<ArgoPlace, 'template'>): YamlScalar | undefined {
  const dag = asMap(pairOf(template.map, 'dag')?.value);
  const value = dag && pairOf(dag, 'target')?.value;
  return value?.kind === 'scalar' && value.type !== 'null' && value.value.trim() !== '' ? value : undefined;
}

/** The tasks that a `target` names. */
function targetsIn(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** Hooks that nobody waits for run only if they are named there, too; those of tasks that do not run stay out. */
function addedTargets(targets: readonly string[], dag: Dag, { nodes }: DagPlan): readonly string[] {
  const running = tasksThatRun(targets, dag);
  const hooks = new Map(nodes.flatMap((node) => (node.kind === 'injected' ? [[node.name, node.needs ?? []]] : [])));
  const awaited = new Set(
    nodes.flatMap((node) =>
      node.kind === 'injected' ? (node.needs ?? []) : isOf(running, dag, node.node) ? (node.needs ?? []) : [],
    ),
  );
  const hasWork = (hook: string): boolean =>
    hooks.get(hook)!.every((need) => (hooks.has(need) ? hasWork(need) : running.has(need)));
  return [...hooks.keys()].filter((hook) => !awaited.has(hook) && hasWork(hook));
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

export function writeTarget(place: TextPlace, of: ArgoPlace, dag: Dag, plan: DagPlan): readonly TextEdit[] {
  const target = targetOf(of);
  if (!target) return [];
  const added = addedTargets(targetsIn(target.value), dag, plan);
  if (added.length === 0) return [];
  const at = endOf(place.text, target);
  return [place.replace(at, at, added.map((name) => ` ${name}`).join(''))];
}

/** Takes the names of hooks out of a `target` again. */
export function restoreTarget(
  place: TextPlace,
  of: ArgoPlace,
  isTaken: (name: string) => boolean,
): readonly TextEdit[] {
  const target = targetOf(of);
  if (!target) return [];
  const from = target.start;
  const written = place.text.slice(from, target.end);
  return [...written.matchAll(/\s+([-A-Za-z0-9]+)/g)].flatMap(({ 0: found, 1: name, index }) =>
    name!.startsWith(hookPrefix) && isTaken(name!)
      ? [place.replace(from + index, from + index + found.length, '')]
      : [],
  );
}

/** What `target` will say. */
export function targetPrint(of: ArgoPlace, dag: Dag, plan: DagPlan | undefined): string {
  const target = targetOf(of);
  if (!target) return '';
  const targets = targetsIn(target.value);
  return [...targets, ...(plan ? addedTargets(targets, dag, plan) : [])].join(' ');
}

/** Just past its last sign. */
function endOf(text: string, { start, end, style }: YamlScalar): number {
  const closing = style === 'single' || style === 'double' ? 1 : 0;
  return start + text.slice(start, end - closing).trimEnd().length;
}
