import type { Report } from '../../diagnostics/diagnostics.js';
import type { Plan } from '../../model/plan.js';
import type { RuleSet } from '../../model/rule.js';
import type { Dag } from '../../model/workflow.js';
import { graphsOf } from '../graph/border.js';
import { checkChildCycles } from '../graph/child-cycles.js';
import { rememberedEdges } from '../graph/edges.js';
import { type NodeRoles, nodeRoles } from '../graph/node-roles.js';
import type { Hook } from '../graph/slot.js';
import type { Matches, Task } from '../graph/tasks.js';
import type { PlaceMatcher } from '../match/places.js';
import type { IsTeardown } from '../match/teardown.js';
import type { Candidate } from '../select/candidate.js';
import type { RuleMatches } from '../select/rule-matches.js';
import { type IsAsked, selectHooks } from '../select/select.js';
import type { ActionView, WhyNeverAt } from '../variables/bind-place.js';
import { type AddedCosts, costsOf } from './costs.js';
import { checkLimits } from './limits.js';
import { reportOffTask } from './off-task.js';
import { reportOrderAcross } from './order-across.js';
import { reportPassedGates } from './passed-gates.js';
import { type DagPlanning, type Proof, planDag } from './plan-dag.js';
import { planHandlers } from './plan-handlers.js';
import { createRemarks } from './remarks.js';
import { warnOfSharedPorts } from './shared-ports.js';
import { warnOfToleratedFailures } from './tolerated-failures.js';
import { reportToleratedGates } from './tolerated-gates.js';

export interface PlanInput extends DagPlanning {
  readonly rules: RuleSet;
  readonly tasks: readonly Task[];
  readonly matches: Matches;
  readonly ruleMatches: RuleMatches;
  readonly placeMatcher: PlaceMatcher;
  readonly isTeardown: IsTeardown;
  readonly view: ActionView;
  readonly whyNever: WhyNeverAt;
  /** Where only some DAGs are asked about: is this one planned? */
  readonly isAsked?: IsAsked | undefined;
}

/** A plan with what is needed to check that its text means the same. */
export interface ProvenPlan {
  readonly plan: Plan;
  readonly proofs: ReadonlyMap<number, Proof>;
  readonly costs: AddedCosts;
}

/** Everything that will be added to a workflow, checked against the laws under each way to read it. */
export function planWorkflow(input: PlanInput, report: Report): ProvenPlan {
  const { workflow, rules } = input;
  const { plan, proofs } = planDags(input, report);
  const listOf = (dag: number) => proofs.get(dag)?.list;
  checkChildCycles(workflow, plan, report);
  const costs = costsOf(workflow, plan, listOf);
  checkLimits(costs, workflow, rules, report);
  warnOfSharedPorts(workflow, plan, costs, listOf, report);
  warnOfToleratedFailures(workflow, plan, input.engine.words, report);
  reportToleratedGates(workflow, plan, input.engine.words, report);
  reportPassedGates(workflow, plan, report);
  reportOrderAcross(workflow, plan, report);
  return { plan, proofs, costs };
}

/** By itself, so that what it needs on the way is gone when it is done: edges of all DAGs are as large as the text. */
function planDags(input: PlanInput, report: Report): Pick<ProvenPlan, 'plan' | 'proofs'> {
  const { workflow, rules, tasks, matches, view } = input;
  const placeOf = ({ dag, task }: Candidate) => ({
    workflow,
    dag: workflow.dags[dag]!,
    task,
    shell: input.engine.shell,
  });
  const mayRun = (one: Candidate) => view.conditionAt(one.rule, placeOf(one)) !== 'never';
  const whyNever = (one: Candidate) => input.whyNever(one.rule, placeOf(one));
  const edgesOf = rememberedEdges();
  const { hooks, handlers } = selectHooks({ ...input, mayRun, whyNever, edgesOf }, report);

  reportOffTask(workflow, hooks, edgesOf, report);
  const remarks = createRemarks(input.engine.words);
  const roles = nodeRoles(workflow, tasks, rules, matches, input.isTeardown);
  const proofs = new Map<number, Proof>();
  const { isAsked = () => true } = input;
  const planned = [...byDag(hooks)].filter(([index, ofDag]) => isAsked(index, ofDag));
  const dags = planned.map(([index, ofDag]) => {
    const dag = workflow.dags[index]!;
    const needsMiddle = ofDag.some(({ slot }) => slot.kind === 'middle');
    const ofNodes = needsMiddle ? roles(dag) : undefined;
    const { plan, list } = planDag(dag, ofDag, graphsOf(dag, ofNodes, edgesOf), input, remarks, report);
    proofs.set(index, proofOf(dag, list, ofNodes));
    return plan;
  });
  const plan: Plan = { dags, handlers: planHandlers(handlers, input, remarks, report), marks: rules.marks };
  remarks.tell(report);
  return { plan, proofs };
}

/** By itself, so that it holds nothing else of the planning. */
function proofOf(dag: Dag, list: Proof['list'], roles: NodeRoles | undefined): Proof {
  return { list, graphs: () => graphsOf(dag, roles) };
}

function byDag(hooks: readonly Hook[]): ReadonlyMap<number, readonly Hook[]> {
  const groups = new Map<number, Hook[]>();
  for (const hook of hooks) {
    const group = groups.get(hook.dag);
    if (group) group.push(hook);
    else groups.set(hook.dag, [hook]);
  }
  return new Map([...groups].sort(([a], [b]) => a - b));
}
