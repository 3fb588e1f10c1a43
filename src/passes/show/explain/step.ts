import { madeLate } from '../../../lang/late.js';
import { nearestNames } from '../../../lang/nearest.js';
import type {
  AnchorUse,
  ExplainedStep,
  ExplainedTask,
  Explanation,
  Question,
  StepPlace,
} from '../../../model/explanation.js';
import type { InjectedNode, Injection } from '../../../model/plan.js';
import type { HandlerEvent } from '../../../model/rule.js';
import type { Dag, Workflow } from '../../../model/workflow.js';
import { type Hook, type Slot, slotKey } from '../../graph/slot.js';
import { type Edges, predecessorsAsWritten, successorsOf } from '../../graph/topology.js';
import type { ProvenPlan } from '../../place/plan.js';
import type { Proof } from '../../place/plan-dag.js';
import type { Evidence } from './evidence.js';
import { explainVariable } from './variable.js';

export type ExplainedPlan = ProvenPlan & { readonly workflow: Workflow };

/**
 * Why a step is there: in each DAG that has a hook of that name, and for one task only where the question says so.
 * @param places of the workflow itself that have the name, and the names of all of them
 */
export function explainStep(
  { name, task }: Extract<Question, { kind: 'step' }>,
  plans: readonly ExplainedPlan[],
  evidence: Evidence,
  { places, known }: { readonly places: readonly ExplainedTask[]; known(): readonly string[] },
): Explanation {
  const hooks = plans
    .flatMap((planned) => injectedSteps(planned))
    .filter(({ injection }) => task === undefined || injection.task === task);
  const meant = hooks.filter((one) => one.name === name);
  const isThere = meant.length + places.length > 0;
  const nearest = isThere ? [] : nearestNames(name, [...hooks.map((one) => one.name), ...known()], 3);
  return { kind: 'step', name, steps: meant.map((one) => explainHook(one, evidence)), places, nearest };
}

export interface InjectedStep {
  readonly name: string;
  readonly planned: ExplainedPlan;
  readonly dag: Dag;
  readonly injection: Injection;
  /** Position in the list of its DAG, or the event of its handler. */
  readonly at: number | HandlerEvent;
  /** What is before and behind each position in that list. */
  readonly edges: () => PlannedEdges;
}

interface PlannedEdges {
  readonly needs: Edges;
  readonly waiting: Edges;
}

/** Everything that a plan adds. */
export function injectedSteps(planned: ExplainedPlan): readonly InjectedStep[] {
  const { workflow, plan, proofs } = planned;
  return [
    ...plan.dags.flatMap(({ dag: index, nodes }) => {
      const dag = workflow.dags[index]!;
      const edges = madeLate(() => edgesAsWritten(dag, proofs.get(index)!));
      return nodes.flatMap((node, at): readonly InjectedStep[] =>
        node.kind === 'injected' ? [{ name: node.name, planned, dag, injection: node.injection, at, edges }] : [],
      );
    }),
    ...plan.handlers.flatMap(({ dag, event, injections }) =>
      injections.map(({ name, injection }) => ({
        name,
        planned,
        dag: workflow.dags[dag]!,
        injection,
        at: event,
        edges: noEdges,
      })),
    ),
  ];
}

const noEdges = (): PlannedEdges => ({ needs: [], waiting: [] });

/** Under the reading whose needs get written, where the text has several. */
function edgesAsWritten(dag: Dag, { list }: Proof): PlannedEdges {
  const needs = predecessorsAsWritten(dag, list);
  return { needs, waiting: successorsOf(needs) };
}

export function explainHook(step: InjectedStep, evidence: Evidence): ExplainedStep {
  const { name, planned, dag, injection, at } = step;
  const { rule, task } = injection;
  const used = evidence.variablesOf(rule, { workflow: planned.workflow, dag: dag.index, task });
  const variables = [...used].map(([variable, lookup]) => explainVariable(variable, lookup, rule));
  const { observes = false, condition } = injection;
  const common = { name, dag: dag.name, file: dag.file, rule, task, variables, observes, when: condition?.text };
  if (typeof at === 'string') {
    return { ...common, place: { kind: 'handler', event: at }, waitsFor: [], waitedForBy: [] };
  }
  const proof = planned.proofs.get(dag.index)!;
  const neighbours = neighboursOf(step, proof, at);
  const place = placeOf(step, hookAt(step, proof.list[at]!.hook!.slot, evidence));
  return { ...common, place, ...neighbours };
}

function hookAt({ planned, dag, injection }: InjectedStep, slot: Slot, evidence: Evidence): Hook {
  const found = evidence
    .hooksOf(injection.rule)
    .find(
      ({ hook, workflow }) =>
        workflow === planned.workflow &&
        hook.dag === dag.index &&
        hook.task?.name === injection.task &&
        slotKey(hook.slot) === slotKey(slot),
    );
  return found!.hook;
}

function placeOf(step: InjectedStep, { rule, slot, beside, fellBack }: Hook): StepPlace {
  const { dag } = step;
  const anchor: AnchorUse = rule.anchor === undefined ? 'none' : fellBack ? 'missing' : 'found';
  if (beside) return { kind: beside.side, of: nameOf(beside.hook, step), anchor };
  return 'node' in slot ? { kind: slot.kind, of: dag.nodes[slot.node]!.name, anchor } : { kind: slot.kind, anchor };
}

function nameOf(hook: Hook, { planned, dag }: InjectedStep): string {
  const { list } = planned.proofs.get(dag.index)!;
  const nodes = planned.plan.dags.find((one) => one.dag === dag.index)!.nodes;
  const found = nodes.find(
    (node, at) =>
      node.kind === 'injected' &&
      node.injection.rule === hook.rule &&
      node.injection.task === hook.task?.name &&
      slotKey(list[at]!.hook!.slot) === slotKey(hook.slot),
  );
  return (found as InjectedNode).name;
}

function neighboursOf({ dag, edges }: InjectedStep, { list }: Proof, at: number) {
  const { needs, waiting } = edges();
  const nameAt = (position: number) => {
    const { base, hook } = list[position]!;
    return base === undefined ? hook!.name : dag.nodes[base]!.name;
  };
  return { waitsFor: needs[at]!.map(nameAt), waitedForBy: waiting[at]!.map(nameAt) };
}
