import { createRecorder, isError } from '../../diagnostics/recorder.js';
import type { DagFindings, PlainWorkflow } from '../../formats/format.js';
import { inRuleOrder } from '../../passes/select/select.js';
import type { Planning } from '../plan-workflows.js';
import { createPolicyCheck, type PolicyCheck } from './against-policy.js';
import { createSharedPlans, type KnownPlans } from './known-plans.js';
import { createDagMatcher, type DagMatcher, type Matching } from './match-dags.js';
import { passesForShapes } from './passes-for-shapes.js';
import { isOfRun, type Remark } from './remarks-of-shapes.js';
import { planRootHandlers, type RootHandlers } from './root-handlers.js';
import { createShapePlanner, type PlanShape, type ShapePlan } from './shape-plan.js';
import { standInsFor } from './stand-ins.js';
import { teardownsByDag } from './teardowns.js';

export interface Planner {
  /** What is wrong with conditions of rules that were planned for since this was last asked; `undefined` where it is not the same whatever the DAG. */
  aboutRules(): readonly Remark[] | undefined;
  /**
   * The plan that a DAG shares with all of its shape that the same rules match, or its own where that cannot be shared; `undefined` where
   * there is more to it than one DAG.
   */
  planOf(dag: number): ShapePlan | undefined;
  /** What there is to report of a DAG beside its plan; `undefined` where there is an error. */
  findingsIn(dag: number, plan: ShapePlan): DagFindings | undefined;
  /** What the root's own handlers are to run; `undefined` where they cannot, or there is something to report. */
  handlers(): RootHandlers | undefined;
  /** What rules matched in the DAGs whose plans were asked for. */
  readonly dagMatcher: Pick<DagMatcher, 'ruleMatches' | 'firstOf' | 'reportMatches'>;
  readonly policyCheck: PolicyCheck;
  /** How many plans were made so far, that of the root apart. */
  planned(): number;
  /**
   * Do the plans hold for another text with the same root? Not where one followed from a DAG that is neither its own nor the root,
   * and not where something about the whole run is reported with the first of them.
   */
  mayBeKept(): boolean;
}

/** @param known the plans that are there; those that are made are added */
export function createPlanner(plain: PlainWorkflow, planning: Planning, known: KnownPlans): Planner {
  const { root } = plain;
  const { rules } = planning;
  const recorder = createRecorder();
  const passes = passesForShapes(plain, planning, recorder.report);
  const sorted = [...rules.rules].sort(inRuleOrder);
  const dagMatcher = createDagMatcher({ ...passes, plain, rules: sorted, deny: rules.deny });
  // What takes workspaces away is looked for in all DAGs, and is part of what makes two of them alike.
  let mayBeKept = [...plain.lookedInto()].every((dag) => dag === root);
  const teardowns = teardownsByDag(plain, passes.isTeardown);
  const watched = <Made>(dag: number, plan: () => Made): Made => {
    plain.lookedInto();
    const made = plan();
    for (const one of plain.lookedInto())
      if (plain.shapes[one] !== plain.shapes[dag] && one !== root) mayBeKept = false;
    return made;
  };
  const shapePlanner = () => createShapePlanner({ ...passes, plain, rules, recorder });
  let planShape = shapePlanner();
  let planned = 0;
  const plan: PlanShape = (dag, shape, task, matching) => {
    if (dag !== root) planned += 1;
    const made = watched(dag, () => planShape(dag, shape, task, matching));
    if (dag !== root && typeof made === 'object' && made.remarks.some(({ of }) => of === 'run')) mayBeKept = false;
    return made;
  };
  /** By DAG: plans are asked for more than once, as for edits and costs. */
  const ofDags = new Array<ShapePlan | undefined>(plain.names.length);
  const shared = createSharedPlans(known, () => {
    ofDags.fill(undefined);
    planShape = shapePlanner();
  });
  const planByItself = (dag: number, matching: Matching): ShapePlan | undefined => {
    const made = plan(dag, undefined, passes.taskOf(dag), matching);
    return made === 'by itself' ? undefined : made;
  };
  const sharedPlan = (dag: number, matching: Matching) => {
    const standIns = dag === root || plain.isOther(dag) ? undefined : standInsFor(plain.names[dag]!);
    if (!standIns) return 'by itself';
    // Hooks for steps are called after them, so that DAGs with other names are not the same.
    const ofSteps = matching.steps.size > 0 ? matching.key : '';
    const key = `${plain.shapes[dag]!}|${standIns[0]}|${teardowns.get(dag) ?? ''}|${ofSteps}`;
    return shared.planFor(matching.key, key, () => plan(dag, { key, standIns }, passes.taskOf(dag), matching));
  };
  return {
    aboutRules() {
      const faults = dagMatcher.faults();
      return faults.every(isOfRun) ? faults.map((reported) => ({ of: 'run', reported })) : undefined;
    },
    findingsIn(dag, { hasFindings, hooks }) {
      if (!hasFindings) return none;
      const rulesOfHooks = hooks.map(({ rule }) => rule);
      const findings = plain.findings(dag, rulesOfHooks);
      return [...findings.ofText, ...findings.ofHooks].some(isError) ? undefined : findings;
    },
    handlers: () =>
      watched(root, () => {
        const active = sorted.filter((rule) => !dagMatcher.isKeptAway(rule));
        return planRootHandlers(plain, active, passes, recorder);
      }),
    dagMatcher,
    policyCheck: createPolicyCheck(rules, plain, passes.placeMatcher),
    planned: () => planned,
    mayBeKept: () => mayBeKept,
    planOf(dag) {
      const earlier = ofDags[dag];
      if (earlier) return earlier;
      const matching = dagMatcher.matchingOf(dag);
      if (!matching) return undefined;
      const made = sharedPlan(dag, matching);
      ofDags[dag] = made === 'by itself' ? planByItself(dag, matching) : made;
      return ofDags[dag];
    },
  };
}

const none: DagFindings = { ofText: [], ofHooks: [] };
