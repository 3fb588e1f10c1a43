import { nearestNames } from '../../../lang/nearest.js';
import type { ExplainedTask, Explanation, FailedClause } from '../../../model/explanation.js';
import type { Injection } from '../../../model/plan.js';
import type { Rule } from '../../../model/rule.js';
import { nodesAsTasks, type Task } from '../../graph/tasks.js';
import { type AskedRules, dagRules, isOfDag, switchedOff } from './dag-rules.js';
import { explainDenial } from './denial.js';
import type { Evidence } from './evidence.js';
import { explainHandler, type HandlerExplaining, handlersOf } from './handler.js';
import { explainRefusal } from './refusal.js';
import { explainHook, type InjectedStep, injectedSteps } from './step.js';

export type TaskPlan = HandlerExplaining & { readonly tasks: readonly Task[] };

export interface PlacesCalled {
  readonly places: readonly ExplainedTask[];
  /** The names of all tasks, steps and handlers. */
  known(): readonly string[];
}

/** Everything that rules do to the tasks, steps and handlers of a name, and what keeps the other rules away. */
export function placesCalled(
  name: string,
  asked: AskedRules,
  plans: readonly TaskPlan[],
  evidence: Evidence,
): PlacesCalled {
  const steps = new Map(plans.map((plan) => [plan, injectedSteps(plan)]));
  const places = plans
    .flatMap((plan) => unitsOf(plan, (task) => task.name === name || task.id === name))
    .map((unit) => explained(unit, steps.get(unit.plan)!, asked, evidence));
  const handlers = plans.flatMap((plan) => handlersOf(plan).map((handler) => ({ plan, handler })));
  const called = handlers
    .filter(({ handler }) => handler.names.includes(name))
    .map(({ plan, handler }) => explainHandler(handler, plan, steps.get(plan)!, asked, evidence));
  return {
    places: [...places, ...called],
    known: () => [
      ...plans.flatMap((plan) => unitsOf(plan, () => true).map(({ task }) => task.name)),
      ...handlers.flatMap(({ handler }) => handler.names),
    ],
  };
}

export function taskAnswer(name: string, { places, known }: PlacesCalled): Explanation {
  return { kind: 'task', name, places, nearest: places.length > 0 ? [] : nearestNames(name, known(), 3) };
}

interface Unit {
  readonly plan: TaskPlan;
  readonly task: Task;
  /** Rules for tasks are about it. */
  readonly isTask: boolean;
  /** Rules for steps are about it. */
  readonly isStep: boolean;
}

function unitsOf(plan: TaskPlan, isMeant: (names: Pick<Task, 'name' | 'id'>) => boolean): readonly Unit[] {
  const nodes = nodesAsTasks(plan.workflow, isMeant);
  const meant = plan.tasks.filter(isMeant);
  const [steps, tasks] = [nodes, meant].map((list) => new Set(list.map(keyOf)));
  return [
    ...meant.map((task) => ({ plan, task, isTask: true, isStep: steps!.has(keyOf(task)) })),
    ...nodes.filter((task) => !tasks!.has(keyOf(task))).map((task) => ({ plan, task, isTask: false, isStep: true })),
  ];
}

/** Rules for tasks and rules for steps each make their own list, so objects that mean the same are found by this. */
function keyOf({ name, body, node }: Task): string {
  return JSON.stringify([name, body ?? null, node?.dag ?? null, node?.node ?? null]);
}

function explained(unit: Unit, steps: readonly InjectedStep[], asked: AskedRules, evidence: Evidence): ExplainedTask {
  const { plan, task, isTask } = unit;
  const { workflow } = plan;
  const dag = workflow.dags[task.body ?? task.node!.dag]!;
  const node = task.body === undefined ? dag.nodes[task.node!.node]! : undefined;
  const rules = asked.everyRule.filter((rule) => isAbout(rule, unit));
  const hooks = steps.filter(({ injection, dag: at }) => isFor(injection, unit, at.index));
  const matched = new Set(hooks.map(({ injection }) => injection.rule.id));
  return {
    what: isTask ? 'task' : 'step',
    name: task.name,
    dag: dag.name,
    span: asked.toInput((node ?? dag).span),
    isAdded: false,
    ofTask: isTask ? undefined : taskAround(unit),
    enabled: asked.enabled,
    hooks: hooks.map((step) => explainHook(step, evidence)),
    ...around(
      node?.name,
      hooks,
      steps.filter((step) => step.dag === dag),
      evidence,
    ),
    refused: rules.flatMap((rule) =>
      matched.has(rule.id) ? [] : [{ rule, failed: refusalOf(rule, unit, asked, evidence) }],
    ),
    denials: asked.deny.map((denial) =>
      explainDenial(denial, plan.placeMatcher.at(denial.match, { dag: dag.index, task })),
    ),
    ofDag: dagRules(plan, steps, asked, evidence),
  };
}

/** The hooks of the task or DAG that a step is in, as far as only hooks are between them and the step. */
function around(
  name: string | undefined,
  own: readonly InjectedStep[],
  inDag: readonly InjectedStep[],
  evidence: Evidence,
): Pick<ExplainedTask, 'before' | 'behind'> {
  if (name === undefined) return { before: [], behind: [] };
  // Those of other steps are for questions about those.
  const ownSteps = new Set(own);
  const near = inDag.filter((step) => ownSteps.has(step) || isOfWhole(step) || step.injection.task === name);
  const hooks = near.map((step) => ({ step, ...explainHook(step, evidence) }));
  const reached = (next: 'waitsFor' | 'waitedForBy') => {
    const beyond = new Map<string, string[]>();
    for (const hook of hooks) {
      for (const from of hook[next]) {
        const known = beyond.get(from);
        if (known) known.push(hook.name);
        else beyond.set(from, [hook.name]);
      }
    }
    const names = new Set([name]);
    for (const from of names) for (const one of beyond.get(from) ?? []) names.add(one);
    return hooks.filter(({ step }) => names.has(step.name) && !ownSteps.has(step));
  };
  return { before: reached('waitedForBy'), behind: reached('waitsFor') };
}

/** Is it of the whole DAG that it is in, as the hooks of a task with a body are? */
function isOfWhole({ injection, dag }: InjectedStep): boolean {
  return injection.task === undefined || !dag.nodes.some(({ name }) => name === injection.task);
}

function isAbout(rule: Rule, { isTask, isStep }: Unit): boolean {
  if (isOfDag(rule)) return false;
  return rule.ofNodes || rule.each ? isStep : isTask;
}

function isFor({ rule, task }: Injection, unit: Unit, dag: number): boolean {
  if (!isAbout(rule, unit) || task !== unit.task.name) return false;
  return unit.task.body !== undefined || dag === unit.task.node!.dag;
}

function refusalOf(
  { id, span }: Rule,
  { plan, task }: Unit,
  { inForce }: AskedRules,
  { refusalsOf }: Evidence,
): FailedClause {
  if (!inForce.has(id)) return switchedOff(span);
  const refusal = refusalsOf(id).find(
    (one) => one.workflow === plan.workflow && one.task && keyOf(one.task) === keyOf(task),
  );
  if (!refusal) throw new Error(`the rule ${id} neither matches ${task.name} nor is kept from it`);
  return explainRefusal(refusal);
}

/** What rules for tasks do is around or inside of that task. */
function taskAround({ plan: { workflow, tasks }, task }: Unit): ExplainedTask['ofTask'] {
  const { dag, node } = task.node!;
  const around = tasks.find(({ body }) => body === dag);
  if (around) return { how: 'is part of', task: around.name };
  const { call } = workflow.dags[dag]!.nodes[node]!;
  const run = call && tasks.find((one) => (call.dag === undefined ? one.name === call.name : one.body === call.dag));
  return run && { how: 'runs', task: run.name };
}
