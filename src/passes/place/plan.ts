import type { Report } from '../../diagnostics/diagnostics.js';
import type { Plan } from '../../model/plan.js';
import type { RuleSet } from '../../model/rule.js';
import { graphsOf, nodeRoles } from '../graph/base-graphs.js';
import { checkChildCycles } from '../graph/call-graph.js';
import type { Hook } from '../graph/slot.js';
import type { Matches, Task } from '../graph/tasks.js';
import type { Candidate } from '../select/anchor.js';
import type { RuleMatches } from '../select/rule-matches.js';
import { selectHooks } from '../select/select.js';
import type { ActionView } from '../variables/action-view.js';
import { checkLimits } from './limits.js';
import { type DagPlanning, type Proof, planDag } from './plan-dag.js';
import { planHandlers } from './plan-handlers.js';
import { createRemarks } from './remarks.js';
import { warnOfSharedPorts } from './shared-ports.js';
import { warnOfToleratedFailures } from './tolerated-failures.js';

export interface PlanInput extends DagPlanning {
  readonly rules: RuleSet;
  readonly tasks: readonly Task[];
  readonly matches: Matches;
  readonly ruleMatches: RuleMatches;
  readonly view: ActionView;
}

/** A plan with what is needed to check that its text means the same. */
export interface ProvenPlan {
  readonly plan: Plan;
  readonly proofs: ReadonlyMap<number, Proof>;
}

/** Everything that will be added to a workflow, checked against the laws under each way to read it. */
export function planWorkflow(input: PlanInput, report: Report): ProvenPlan {
  const { workflow, rules, tasks, matches, view } = input;
  const mayRun = ({ rule, dag, task }: Candidate) =>
    view.conditionAt(rule, { workflow, dag: workflow.dags[dag]!, task, shell: input.engine.shell }) !== 'never';
  const { hooks, handlers } = selectHooks({ ...input, mayRun }, report);

  const remarks = createRemarks(input.engine.words);
  const roles = nodeRoles(workflow, tasks, rules, matches);
  const planned = [...byDag(hooks)].map(([index, ofDag]) => {
    const dag = workflow.dags[index]!;
    return planDag(dag, ofDag, graphsOf(dag, roles(dag)), input, remarks, report);
  });
  const plan: Plan = {
    dags: planned.map((one) => one.plan),
    handlers: planHandlers(handlers, input, remarks, report),
    marks: rules.marks,
  };
  remarks.tell(report);

  const proofs = new Map(planned.map(({ plan: { dag }, proof }) => [dag, proof]));
  const listOf = (dag: number) => proofs.get(dag)?.list;
  checkChildCycles(workflow, plan, report);
  checkLimits(workflow, plan, listOf, rules, report);
  warnOfSharedPorts(workflow, plan, listOf, report);
  warnOfToleratedFailures(workflow, plan, input.engine.words, report);
  return { plan, proofs };
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
