import type { Report } from '../diagnostics/diagnostics.js';
import type { OpenWorkflow } from '../formats/format.js';
import { madeLate } from '../lang/late.js';
import type { PromptLibrary } from '../model/libraries.js';
import type { Denied } from '../model/match.js';
import type { Rule, RuleSet } from '../model/rule.js';
import type { TextEdit } from '../model/source.js';
import type { Dag, Workflow } from '../model/workflow.js';
import { type BindInput, createBind } from '../passes/bind/bind.js';
import { reportOnlyChildren } from '../passes/graph/children.js';
import { createTaskFinder, type Task } from '../passes/graph/tasks.js';
import { reportBeyondGates } from '../passes/match/beyond-gates.js';
import { findDenied } from '../passes/match/deny.js';
import { factsOfNodes } from '../passes/match/node-facts.js';
import { createPlaceMatcher, type PlaceMatcher } from '../passes/match/places.js';
import { createTeardownFinder } from '../passes/match/teardown.js';
import { readPaths, reportUnreadRuns } from '../passes/match/unread-runs.js';
import { reportGatesBeside } from '../passes/place/gates-beside.js';
import { type ProvenPlan, planWorkflow } from '../passes/place/plan.js';
import { reportLikeHooks } from '../passes/select/like-hooks.js';
import { reportUnmatched } from '../passes/select/report-unmatched.js';
import { createRuleMatches, type Witness } from '../passes/select/rule-matches.js';
import type { IsAsked } from '../passes/select/select.js';
import { reportUnmatchedSettings } from '../passes/select/unmatched-settings.js';
import { type ActionView, type ConditionAt, createActionView } from '../passes/variables/bind-place.js';
import { createConditions } from '../passes/variables/conditions.js';
import type { VariableOptions } from '../passes/variables/variable-table.js';
import { atWorkflow } from './at-workflow.js';
import { patternMatcher } from './pattern-matcher.js';

export type PlannedRead = OpenWorkflow &
  ProvenPlan & {
    readonly tasks: readonly Task[];
    readonly view: ActionView;
    readonly placeMatcher: PlaceMatcher;
    readonly denied: readonly Denied[];
  };

interface PlanningOptions extends VariableOptions {
  readonly siblings?: readonly string[] | undefined;
  /** Set for previews, which show all that changes. */
  readonly despiteDenials?: boolean | undefined;
}

export interface Planning {
  readonly rules: RuleSet;
  readonly prompts: PromptLibrary;
  readonly options: PlanningOptions;
  readonly watch?: PlanWatch | undefined;
  /** Where only some DAGs are asked about, nothing is reported of hooks in the others. */
  readonly asked?: Asked | undefined;
}

/** For those who ask why. */
interface PlanWatch extends Witness {
  readonly used: BindInput['used'];
}

/** Tells which DAGs of a workflow are to be planned. */
export type Asked = (workflow: Workflow, tasks: readonly Task[]) => IsAsked;

/** What the rules come to in each of the workflows. */
export function planWorkflows(
  workflows: readonly OpenWorkflow[],
  { rules, prompts, options, watch, asked }: Planning,
  report: Report,
): readonly PlannedRead[] {
  const matches = patternMatcher();
  const ruleMatches = createRuleMatches(watch);
  const tasksOf = createTaskFinder(rules, matches);
  const viewWith = (conditionAt: ConditionAt) => createActionView(rules, tasksOf, conditionAt);
  const conditions = createConditions(rules, options, report, viewWith);
  const view = viewWith(conditions.at);
  const read = workflows.flatMap(({ workflow }) => workflow.files.map(({ path }) => path));
  const isRead = readPaths(read);
  const siblings = [...read, ...(options.siblings ?? [])];
  const bind = createBind({ rules, prompts, options, view, siblings, used: watch?.used }, report);
  const planned = workflows.map((one): PlannedRead => {
    const { workflow, engine, namesIn, gatesPassed } = one;
    const tasks = tasksOf(workflow);
    const facts = one.facts ?? factsOfNodes(workflow);
    const placeMatcher = createPlaceMatcher(workflow, facts, matches);
    const isTeardown = createTeardownFinder(workflow, facts, rules, matches);
    const denied = findDenied(workflow, rules.deny, placeMatcher, report);
    const isAsked = asked?.(workflow, tasks);
    const witness = isAsked && watch ? witnessOf(watch, isAsked) : watch;
    const found = { tasks, matches, ruleMatches: { ...ruleMatches, witness }, placeMatcher, isTeardown };
    const { whyNever } = conditions;
    const input = { workflow, rules, engine, ...found, view, whyNever, bind, namesIn, gatesPassed, isAsked };
    const proven = planWorkflow(input, report);
    const isNever = (rule: Rule, dag: Dag) =>
      conditions.isNever(rule, { workflow, dag, task: undefined, shell: engine.shell });
    reportLikeHooks({ workflow, tasks, rules: rules.rules, matches, placeMatcher }, report);
    reportUnreadRuns(facts, rules, isRead, report);
    reportBeyondGates({ workflow, rules, plan: proven.plan, facts, placeMatcher, isNever }, report);
    return { ...one, view, tasks, placeMatcher, denied, ...proven };
  });
  reportGatesBeside(planned, report);
  // Where no run begins, as in a library of templates, no rule can match.
  const first = planned.find(({ workflow }) => workflow.roots.length > 0);
  const all = workflows.map(({ workflow }) => workflow);
  const steps = madeLate(
    () => new Set(all.flatMap(({ dags }) => dags.flatMap(({ nodes }) => nodes.map(({ name }) => name)))),
  );
  const isStep = (name: string) => steps().has(name);
  const unread = all.flatMap((workflow) => workflow.unread ?? []);
  if (first) reportUnmatched(rules, { ...ruleMatches, isStep, unread }, atWorkflow(first, report));
  reportUnmatchedSettings(all, rules, matches, report);
  reportOnlyChildren(all, rules, report);
  conditions.tell();
  return planned;
}

/** Hears of what is asked about: of every rule at every place there is as much as a large workflow takes itself. */
function witnessOf({ tasksAsked, refused, placed }: Witness, isAsked: IsAsked): Witness {
  return {
    tasksAsked,
    refused(refusal) {
      if (isAsked(refusal.dag, [refusal])) refused(refusal);
    },
    placed,
  };
}

/** Edits that write plans into the workflows that they are for; what an engine cannot do at all is reported. */
export function writePlans(planned: readonly PlannedRead[], report: Report): readonly TextEdit[] {
  return planned.flatMap(({ plan, engine, write }) => {
    const { handlers } = engine.can;
    if (handlers === true || handlers === 'nodes') return write(plan, report);
    for (const { injection } of plan.handlers.flatMap(({ injections }) => injections)) {
      const { id, run, span } = injection.rule;
      report('DW601', { rule: id, run, why: handlers.because, instead: handlers.instead }, { span });
    }
    return write({ ...plan, handlers: [] }, report);
  });
}
