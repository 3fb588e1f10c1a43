import type { Report } from '../../diagnostics/diagnostics.js';
import type { DagPlan, InjectedNode } from '../../model/plan.js';
import { mayFail } from '../../model/rule.js';
import type { Dag, Node } from '../../model/workflow.js';
import { pairOf, present } from '../../text/yaml-access.js';
import type { ArgoPlace, ArgoWorkflow } from './argo-workflow.js';
import { templateOf } from './calls.js';
import type { ArgoDocument } from './document.js';
import { forgivenEnds } from './forgiven-ends.js';
import { hidesFailures, lastTasks } from './hidden-failures.js';
import { leftOutIn } from './left-out.js';
import { plannedNeeds, reached, turned } from './planned-needs.js';
import { countedTasks } from './target.js';

/**
 * Reports hooks at the end of a called template that lets a failure there pass, where the caller's DAG fails by that failure all the same,
 * as what is left out behind the call ends as the failure did. Behind a hook, which no `target` can mend there, the DAG may succeed.
 */
export function checkCalledEnds(read: ArgoWorkflow, plan: DagPlan, report: Report): void {
  const place = read.places[plan.dag]!;
  const { dag } = read.texts[plan.dag]!;
  if (place.entry || plan.nodes.every(({ kind }) => kind === 'kept')) return;
  const ends = place.list.kind === 'steps' ? behindSteps(place, dag, plan) : behindTasks(place, dag, plan);
  if (ends.length === 0) return;
  const told = new Set<string>();
  for (const { hook, node, failing, isGate } of ends) {
    const { rule } = hook.injection;
    if (told.has(rule.id)) continue;
    const call = callsBeforeLeftOut(read, place).find(({ handled }) => !isGate || handled !== undefined);
    if (!call) return;
    told.add(rule.id);
    const why = isGate
      ? `\`${dag.name}\` then fails as well, and ${call.handled}`
      : `\`${call.leftOut}\`, which is left out, counts as what is right before it did, and that is the hook`;
    const related = { message: 'the rule', span: rule.span };
    const named = { rule: rule.id, node: node.name, dag: dag.name, caller: call.dag, call: call.name };
    const instead = `remove \`continueOn\` at the end of \`${dag.name}\``;
    report('DW644', { ...named, failing, why, instead }, { span: node.span, related });
  }
}

interface HookAtEnd {
  readonly hook: InjectedNode;
  /** What it is behind. */
  readonly node: Node;
  /** What has to fail, in words. */
  readonly failing: string;
  /** Where it is left out, the template fails. */
  readonly isGate: boolean;
}

/** A list of steps ends as its last steps do, so those that others go on after no longer count. */
function behindSteps({ document, list }: ArgoPlace, { nodes }: Dag, { nodes: planned }: DagPlan): readonly HookAtEnd[] {
  const hides = hidesFailures(document);
  const last = list.steps.at(-1)?.entry;
  const at = list.steps.findIndex(
    ({ entry, map }) => entry === last && map && (present(pairOf(map, 'continueOn')?.value) || hides(map)),
  );
  if (at < 0) return [];
  const node = nodes[at]!;
  const own = planned.findLastIndex(({ kind }) => kind === 'kept');
  return planned
    .slice(own + 1)
    .flatMap((hook) => (hook.kind === 'injected' ? [{ hook, node, failing: `\`${node.name}\``, isGate: false }] : []));
}

/** Where a gate is left out with what is before it, the DAG has failed, although its own tasks would forget that. */
function behindTasks(place: ArgoPlace, dag: Dag, plan: DagPlan): readonly HookAtEnd[] {
  if (dag.nodes.every(({ failable }) => failable !== 'yes')) return [];
  const { forgets } = forgivenEnds(countedTasks(place, dag), dag, plan);
  const needs = plannedNeeds(dag, plan);
  const awaited = new Set([...needs.values()].flat());
  const nodes = new Map(dag.nodes.map((node) => [node.name, node]));
  return plan.nodes.flatMap((hook) => {
    if (hook.kind === 'kept' || mayFail(hook.injection.rule) || awaited.has(hook.name) || !forgets(hook)) return [];
    const node = needs.get(hook.name)!.flatMap((need) => nodes.get(need) ?? [])[0];
    return node ? [{ hook, node, failing: `what is before \`${node.name}\``, isGate: true }] : [];
  });
}

interface CallBefore {
  readonly dag: string;
  readonly name: string;
  /** The task at the end that may be left out. */
  readonly leftOut: string;
  /** Why the DAG ends well where the call failed; `undefined` where it does not. */
  readonly handled: string | undefined;
}

/** Calls of a template in DAGs of its document with a last task behind them that may be left out, and nothing that has to run between. */
function callsBeforeLeftOut(read: ArgoWorkflow, { document, template }: ArgoPlace): readonly CallBefore[] {
  const ending = endingIn(document, template.name);
  return read.places.flatMap((place, index) => {
    if (place.document !== document || place.list.kind !== 'dag' || place.entry) return [];
    const { dag } = read.texts[index]!;
    const calls = dag.nodes.filter((_, at) => ending.has(templateOf(place.list.steps[at]!.map!) ?? ''));
    if (calls.length === 0) return [];
    const idle = leftOutIn({ dag, list: place.list });
    const own = new Map(dag.nodes.map(({ name, needs }) => [name, (needs ?? []).map((need) => need.name)]));
    const behind = turned(new Map([...own].filter(([name]) => idle.has(name))));
    const ends = new Set(countedTasks(place, dag));
    return calls.flatMap((call) => {
      const leftOut = [...reached(behind.get(call.name) ?? [], behind)].find((name) => ends.has(name));
      return leftOut === undefined
        ? []
        : [{ dag: dag.name, name: call.name, leftOut, handled: call.call?.afterFailure?.whyWell }];
    });
  });
}

/** A template, and those that end with a call of it. */
function endingIn({ templates }: ArgoDocument, name: string): ReadonlySet<string> {
  const callers = new Map<string, Set<string>>();
  for (const template of templates) {
    for (const task of lastTasks(template)) {
      const called = templateOf(task);
      if (called === undefined) continue;
      const known = callers.get(called);
      if (known) known.add(template.name);
      else callers.set(called, new Set([template.name]));
    }
  }
  const found = new Set([name]);
  for (const one of found) for (const caller of callers.get(one) ?? []) found.add(caller);
  return found;
}
