import { isError, type Reported } from '../../diagnostics/recorder.js';
import type { ListPlan } from '../../formats/stencils.js';
import type { DagPlan, PlannedNode } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import type { Dag } from '../../model/workflow.js';
import { checkDag } from '../../passes/graph/check.js';
import { type EdgesOf, rememberedEdges } from '../../passes/graph/edges.js';
import type { Hook } from '../../passes/graph/slot.js';
import type { Task } from '../../passes/graph/tasks.js';
import { predecessorsOf, type SequencedNode, writtenReading } from '../../passes/graph/topology.js';
import { yes } from '../../passes/match/answer.js';
import type { Proof } from '../../passes/place/plan-dag.js';
import { mayAllFail } from '../../passes/place/tolerated-failures.js';
import { createRuleMatches } from '../../passes/select/rule-matches.js';
import { selectHooks } from '../../passes/select/select.js';
import type { Matching } from './match-dags.js';
import type { ShapePlanning } from './passes-for-shapes.js';
import { createPlanUnderName } from './plan-under-name.js';
import { isOfRun, type Remark, remarkOf } from './remarks-of-shapes.js';
import type { Shape } from './stand-ins.js';
import { createStencils, type ShapeHook } from './stencils-of-shapes.js';

/** What rules come to in every DAG of a shape. */
export interface ShapePlan extends ListPlan {
  /** By place in the list, the places of what comes right before it, as the engine orders them. */
  before(): readonly (readonly number[])[];
  /** How many steps that were there wait for something else than before. */
  readonly rewired: number;
  readonly hooks: readonly ShapeHook[];
  readonly remarks: readonly Remark[];
  /** Is there something to report of each DAG that has it? */
  readonly hasFindings: boolean;
  /** Of a DAG that is planned by itself: what is written, in place of `needs` and `written`. */
  readonly other: OtherPlan | undefined;
}

export interface OtherPlan {
  readonly nodes: DagPlan['nodes'];
  /** `undefined` without hooks. */
  readonly proof: Proof | undefined;
}

/**
 * Plans one DAG for all of its shape.
 * @param shape `undefined` for one that is planned by itself
 * @param task `undefined` for the root
 * @param matching the rules that match it
 * @returns `by itself` where the plan of the shape is not that of each; what was reported of the run is then with the next plan. `undefined`
 * where something has to be reported that may be reported once only
 */
export type PlanShape = (
  dag: number,
  shape: Shape | undefined,
  task: Task | undefined,
  matching: Matching,
) => ShapePlan | 'by itself' | undefined;

/** Makes what plans a DAG as every DAG is planned that is read in full, but under another name in place of its own. */
export function createShapePlanner(planning: ShapePlanning): PlanShape {
  const { plain, recorder, askedAboutOne } = planning;
  const plan = createPlanUnderName(planning);
  const edgesOfShapes = rememberedEdges();
  const checked = new Map<string, Dag>();
  // DAGs of one shape are the same to the passes, whichever rules match them.
  const dagOf = (index: number, shape: Shape | undefined): Dag => {
    const known = shape && checked.get(shape.key);
    const dag = known ?? checkDag(plain.inFull(index), plain.open.engine, recorder.report);
    if (shape) checked.set(shape.key, dag);
    return dag;
  };
  const stencilsOf = createStencils(planning);
  let owed: readonly Reported[] = [];
  return (index, shape, ofTask, matching) => {
    askedAboutOne();
    const dag = dagOf(index, shape);
    // That is reported of each.
    if (matching.rules.length > 0 && mayAllFail(dag)) return undefined;
    const task = ofTask && { ...ofTask, body: dag.index };
    // What is like no other is not asked for again.
    const edgesOf = shape ? edgesOfShapes : rememberedEdges();
    const hooks = select(dag, task, matching, edgesOf, planning);
    const early = [...owed, ...recorder.taken()];
    owed = [];
    const [name, otherName] = shape?.standIns ?? [dag.name, dag.name];
    const { nodes, list, proof } = plan(dag, name, task, hooks, edgesOf);
    const told = recorder.taken();
    const all = [...early, ...told];
    const { ofText, ofHooks } = plain.findings(index, rulesOf(nodes));
    const findings = [...ofText, ...ofHooks];
    if (findings.length > 0 && index === plain.root) return undefined;
    if ([...findings, ...all].some((reported) => isError(reported) && !isOfRun(reported))) return undefined;
    const isOther = plain.isOther(index) || (!shape && index !== plain.root);
    const remarks = all.map((reported) => remarkOf(reported, dag, isOther));
    if (!remarks.every((one) => one !== undefined) || !nodes.every(startsNoWorkflow)) return undefined;
    const byItself = () => {
      owed = all.filter(isOfRun);
      return shape ? 'by itself' : undefined;
    };
    if (!isOther && !nodes.every(isSimple)) return byItself();

    // What is reported under one name only, as a text that is too long with it, is not the same for all of the shape.
    let areToldAlike = true;
    const planOther = () => {
      const { nodes: made } = plan(dag, otherName, task, hooks, edgesOf);
      areToldAlike = codesOf(recorder.taken()) === codesOf(told);
      return made;
    };
    const stencils = stencilsOf({ dag, shape, settings: plain.settings[index]!, nodes, planOther });
    if (askedAboutOne() || !areToldAlike || !stencils) return byItself();
    // Writing it would look in every DAG for what sets them, once for each such document.
    if (isOther && stencils.some(({ ownNames }) => ownNames.length > 0)) return undefined;
    const of = { nodes, dag, list, remarks, hasFindings: findings.length > 0 };
    return shapeOf(of, stencils, isOther ? { nodes, proof } : undefined);
  };
}

/** By hook. */
function rulesOf(nodes: DagPlan['nodes']): readonly Rule[] {
  return nodes.flatMap((node) => (node.kind === 'injected' ? [node.injection.rule] : []));
}

function codesOf(reported: readonly Reported[]): string {
  return reported
    .filter((one) => !isOfRun(one))
    .map(({ code }) => code)
    .sort()
    .join();
}

function select(
  dag: Dag,
  task: Task | undefined,
  matching: Matching,
  edgesOf: EdgesOf,
  { plain, rules, matches, isTeardown, view, recorder }: ShapePlanning,
): readonly Hook[] {
  const { workflow, engine } = plain.open;
  const selecting = {
    workflow: task ? { ...workflow, roots: [] } : workflow,
    rules: { ...rules, rules: matching.rules },
    tasks: task ? [task] : [],
    // The DAG may be another one of the shape.
    nodesFor: (rule: Rule) =>
      matching.steps.get(rule)?.map((step) => ({ ...step, node: { dag: dag.index, node: step.node!.node } })) ?? [],
    ruleMatches: createRuleMatches(),
    mayRun: () => true,
    whyNever: () => {
      throw new Error(`a rule without a condition was kept away from ${dag.name}`);
    },
    // What one of a shape does says nothing of the others; who asks for a plan knows which rules match.
    placeMatcher: { at: () => yes },
    ...{ matches, isTeardown, view, engine, edgesOf },
  };
  return selectHooks(selecting, recorder.report).hooks;
}

interface Planned extends Pick<ShapePlan, 'remarks' | 'hasFindings'> {
  readonly dag: Dag;
  readonly nodes: DagPlan['nodes'];
  readonly list: readonly SequencedNode[];
}

function shapeOf(
  { dag, nodes, list: sequence, remarks, hasFindings }: Planned,
  hooks: readonly ShapeHook[],
  other: OtherPlan | undefined,
): ShapePlan {
  const numbers = new Map<string, number>(dag.nodes.map(({ name, index }) => [name, index]));
  for (const [at, { name }] of hooks.entries()) numbers.set(name, -1 - at);
  let next = 0;
  const list = nodes.map((node) => {
    if (node.kind === 'kept') return node.node;
    next -= 1;
    return next;
  });
  const needs = nodes.map((node) => node.needs?.map((name) => numbers.get(name)!));
  const written = dag.nodes.map((node) => node.needs?.map((need) => need.node!) ?? []);
  const rewired = nodes.filter((node) => node.kind === 'kept' && node.needs !== undefined).length;
  let found: ReturnType<ShapePlan['before']> | undefined;
  const before = () => {
    found ??= predecessorsOf(sequence, writtenReading(dag).sequence);
    return found;
  };
  return { list, needs, written, hooks, before, rewired, remarks, hasFindings, other };
}

/** Is nothing to be written about it but fields, names and needs? */
function isSimple(node: PlannedNode): boolean {
  if (node.kind === 'kept') return !node.named;
  return node.instead.length === 0 && node.joins === undefined && startsNoWorkflow(node);
}

function startsNoWorkflow(node: PlannedNode): boolean {
  return node.kind === 'kept' || node.injection.call.kind !== 'spawn';
}
