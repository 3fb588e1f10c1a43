import type { Report } from '../../diagnostics/diagnostics.js';
import type { PlainWorkflow } from '../../formats/format.js';
import type { HandlerPlan } from '../../model/plan.js';
import { type BindInput, createBind } from '../../passes/bind/bind.js';
import { mayBeTask, type Task } from '../../passes/graph/tasks.js';
import { createPlaceMatcher } from '../../passes/match/places.js';
import { createTeardownFinder } from '../../passes/match/teardown.js';
import { planHandlers } from '../../passes/place/plan.js';
import { createRemarks } from '../../passes/place/remarks.js';
import { asksAboutFile, asksAboutStep } from '../../passes/select/by-shape.js';
import { inRuleOrder } from '../../passes/select/select.js';
import { type ConditionAt, createActionView } from '../../passes/variables/bind-place.js';
import { createConditions } from '../../passes/variables/conditions.js';
import { type Planning, patternMatcher } from '../plan-workflows.js';
import { createDagMatcher, type DagMatcher, type Matching } from './match-dags.js';
import type { KnownPlans } from './plan-memory.js';
import { createRecorder } from './reported.js';
import { createShapePlanner, type PlanShape, type Remark, remarkOf, type ShapePlan } from './shape-plan.js';
import { type StandIns, standInsFor } from './stand-ins.js';

export interface Planner {
  /** The plan that a DAG shares with all of its shape that the same rules match; `undefined` where it cannot be shared. */
  planOf(dag: number): ShapePlan | undefined;
  /** What the root's own handlers are to run; `undefined` where they cannot, or there is something to report. */
  handlers(): { readonly plans: readonly HandlerPlan[]; readonly remarks: readonly Remark[] } | undefined;
  /** What rules matched in the DAGs whose plans were asked for. */
  readonly dagMatcher: Pick<DagMatcher, 'ruleMatches' | 'firstOf' | 'reportMatches'>;
  /** How many plans were made so far. */
  planned(): number;
  /**
   * Do the plans hold for another text with the same root? Not where one followed from a DAG that is neither its own nor the root,
   * and not where something about the whole run is reported with the first of them.
   */
  mayBeKept(): boolean;
}

/** @param known the plans that are there; those that are made are added */
export function createPlanner(plain: PlainWorkflow, { rules, prompts, options }: Planning, known: KnownPlans): Planner {
  const { root } = plain;
  const { workflow, facts } = plain.open;
  const matches = patternMatcher();
  const ofDag = plain.names.map((name, dag): Task | undefined =>
    dag === root || !mayBeTask(name, rules, matches)
      ? undefined
      : { name, id: undefined, body: dag, node: plain.callers[dag] },
  );
  const tasks = ofDag.filter((task) => task !== undefined);
  const recorder = createRecorder();
  const tasksOf = () => tasks;
  const viewWith = (conditionAt: ConditionAt) => createActionView(rules, tasksOf, conditionAt);
  const conditionsWith = (report: Report) => createConditions(rules, options, report, viewWith);
  const conditions = conditionsWith(recorder.report);
  const view = viewWith(conditions.at);
  const siblings = [...workflow.files.map(({ path }) => path), ...(options.siblings ?? [])];
  let asked = false;
  const hasFiles = workflow.files.length > 1;
  const used: BindInput['used'] = ({ each }, _, name) => {
    asked ||= (each !== undefined && asksAboutStep.test(name)) || (hasFiles && asksAboutFile.test(name));
  };
  const askedAboutOne = () => {
    const wasAsked = asked;
    asked = false;
    return wasAsked;
  };
  const bind = createBind({ rules, prompts, options, view, siblings, used }, recorder.report);
  const placeMatcher = createPlaceMatcher(workflow, facts!, matches);
  const isTeardown = createTeardownFinder(workflow, facts!, rules, matches);
  const shapes = { plain, rules, tasks, matches, isTeardown, view, bind, recorder, askedAboutOne };
  let planShape = createShapePlanner(shapes);
  let planned = 0;
  /** By DAG: plans are asked for more than once, as for edits and costs. */
  const ofDags = new Array<ShapePlan | undefined>(plain.names.length);
  const sorted = [...rules.rules].sort(inRuleOrder);
  const dagMatcher = createDagMatcher({
    ...{ plain, rules: sorted, deny: rules.deny, tasks, taskOf: (dag: number) => ofDag[dag], matches, placeMatcher },
    ...{ conditionsWith, report: recorder.report },
  });
  const isMade = recorder.taken().length === 0;
  // What takes workspaces away is looked for in all DAGs, and is part of what makes two of them alike.
  let mayBeKept = [...plain.lookedInto()].every((dag) => dag === root);
  const teardowns = teardownsByDag(plain, isTeardown);
  const watched = <Made>(dag: number, plan: () => Made): Made => {
    plain.lookedInto();
    const made = plan();
    for (const one of plain.lookedInto())
      if (plain.shapes[one] !== plain.shapes[dag] && one !== root) mayBeKept = false;
    return made;
  };
  const planWatched: PlanShape = (dag, shape, task, matching) => {
    const plan = watched(dag, () => planShape(dag, shape, task, matching));
    if (shape && plan?.remarks.some((remark) => remark.of === 'run')) mayBeKept = false;
    return plan;
  };
  /** The same object for all of a shape. */
  const planShared = (dag: number, standIns: StandIns, matching: Matching) => {
    const key = `${plain.shapes[dag]!}|${standIns[0]}|${teardowns.get(dag) ?? ''}`;
    let ofRules = known.get(matching.key);
    if (!ofRules) {
      ofRules = new Map();
      known.set(matching.key, ofRules);
    }
    if (ofRules.has(key)) return ofRules.get(key);
    // Where hardly two are alike, what was planned is only held for nothing.
    if (planned > 0 && planned % mostHeld === 0) {
      for (const one of known.values()) one.clear();
      ofDags.fill(undefined);
      planShape = createShapePlanner(shapes);
    }
    planned += 1;
    const plan = planWatched(dag, { key, standIns }, ofDag[dag], matching);
    ofRules.set(key, plan);
    return plan;
  };
  return {
    handlers() {
      const ofEnd = sorted.flatMap((rule) =>
        rule.point === 'final' && rule.run !== 'success' && !dagMatcher.isKeptAway(rule)
          ? [{ rule, dag: root, event: rule.run, task: undefined }]
          : [],
      );
      if (ofEnd.length === 0) return { plans: [], remarks: [] };
      if (plain.open.engine.can.handlers !== true) return undefined;
      const { engine } = plain.open;
      const remarks = createRemarks(engine.words);
      const plans = watched(root, () =>
        planHandlers(ofEnd, { workflow, engine, bind, view }, remarks, recorder.report),
      );
      remarks.tell(recorder.report);
      const found = recorder.taken().map((reported) => remarkOf(reported, workflow.dags[root]!));
      return found.every((one) => one !== undefined) ? { plans, remarks: found } : undefined;
    },
    dagMatcher,
    planned: () => planned,
    mayBeKept: () => mayBeKept,
    planOf(dag) {
      if (!isMade) return undefined;
      const earlier = ofDags[dag];
      if (earlier) return earlier;
      const matching = dagMatcher.matchingOf(dag);
      if (!matching) return undefined;
      const standIns = dag === root ? undefined : standInsFor(plain.names[dag]!);
      if (standIns) {
        ofDags[dag] = planShared(dag, standIns, matching);
        return ofDags[dag];
      }
      if (dag !== root) planned += 1;
      const plan = planWatched(dag, undefined, ofDag[dag], matching);
      if (dag === root) ofDags[dag] = plan;
      return plan;
    },
  };
}

/** A model's tasks have tens of shapes, and each holds as much memory as a DAG in full. */
const mostHeld = 2000;

/**
 * By DAG: which of its steps take the workspace away by what they run. Of equal texts in DAGs of equal settings, names and needs apart,
 * one is read.
 */
function teardownsByDag(
  { names, settings, suspects, nodeText }: PlainWorkflow,
  isTeardown: (dag: number, node: number) => boolean,
): ReadonlyMap<number, string> {
  const known = new Map<string, boolean>();
  const found = new Map<number, string>();
  for (const { dag, node } of suspects) {
    const name = names[dag]!;
    // A name that is a part of what is looked for makes another text of it, and is like no other.
    const key = standInsFor(name) && `${settings[dag]!} ${nodeText(dag, node).replaceAll(name, '\0')}`;
    let tearsDown = key === undefined ? undefined : known.get(key);
    if (tearsDown === undefined) {
      tearsDown = isTeardown(dag, node);
      if (key !== undefined) known.set(key, tearsDown);
    }
    if (tearsDown) found.set(dag, `${found.get(dag) ?? ''} ${node}`);
  }
  return found;
}
