import type { Report } from '../../diagnostics/diagnostics.js';
import { isDeciding } from '../../lang/deciding-names.js';
import { madeLate } from '../../lang/late.js';
import type { NodeFacts, PlaceBeside, WorkflowFacts } from '../../model/facts.js';
import { isOfPolicy } from '../../model/layer.js';
import type { Denial, Match } from '../../model/match.js';
import { type Injection, injectionsByDag, type Plan } from '../../model/plan.js';
import type { Rule, RuleSet } from '../../model/rule.js';
import type { StepCall } from '../../model/step.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import { ownNames, type SetNames, wantedHandedNames } from '../graph/set-names.js';
import type { Answer } from './answer.js';
import type { PlaceMatcher } from './places.js';

export { isDeciding };

export interface Gated {
  readonly workflow: Workflow;
  readonly rules: Pick<RuleSet, 'rules' | 'deny'>;
  readonly plan: Plan;
  readonly facts: Pick<WorkflowFacts, 'beside'>;
  readonly placeMatcher: PlaceMatcher;
  /** Is it certain that a rule is not for a DAG? */
  readonly isNever: (rule: Rule, dag: Dag) => boolean;
}

/**
 * Reports what runs where no hook can be put around it, although a rule is for what it does: handlers, and hooks of configurations
 * below a policy. There a policy fails closed.
 */
export function reportBeyondGates(gated: Gated, report: Report): void {
  const { workflow, rules, plan } = gated;
  const gates = rules.rules.filter(isGateOfCommands);
  for (const dag of gates.length > 0 ? workflow.dags : []) {
    for (const beside of gated.facts.beside(dag.index))
      if (!beside.forOthers) reportUnguarded(beside, dag, gates, gated, report);
  }
  if (!rules.rules.some(isOfPolicy) && !rules.deny.some(({ ofPolicy }) => ofPolicy)) return;
  const handed = madeLate(() => wantedHandedNames(workflow, isDeciding));
  const demands = demandsOnHooks(rules);
  for (const { dag: index, injections } of injectionsByDag(plan)) {
    const dag = workflow.dags[index]!;
    for (const injection of injections) reportForbidden(injection, dag, demands, gated, report);
    reportDecidingNames(dag, injections, handed().get(index) ?? [], report);
  }
}

function reportUnguarded(
  beside: PlaceBeside,
  dag: Dag,
  gates: readonly CommandGate[],
  { placeMatcher, isNever }: Gated,
  report: Report,
): void {
  for (const rule of gates) {
    const answer = placeMatcher.beside(rule.match, dag.index, beside);
    if (answer.kind === 'no' || (answer.kind === 'unsure' && !isOfPolicy(rule)) || isNever(rule, dag)) continue;
    const args = { rule: rule.id, beside: beside.name, dag: dag.name, ...whyOf(answer) };
    const related = { message: 'the rule', span: rule.span };
    report(isOfPolicy(rule) ? 'DW468' : 'DW469', args, { span: beside.span, related });
  }
}

function reportForbidden(
  { rule, call }: Injection,
  dag: Dag,
  demands: readonly Demand[],
  { placeMatcher, isNever }: Gated,
  report: Report,
): void {
  if (isOfPolicy(rule)) return;
  for (const one of demands) {
    const isDenial = 'message' in one;
    if (!isDenial && isNever(one, dag)) continue;
    const answer = placeMatcher.beside(one.match, dag.index, hookPlace(rule, workOf(call), dag));
    if (answer.kind === 'no') continue;
    const about = isDenial ? { gate: undefined, message: one.message } : { gate: one.id, message: undefined };
    const args = { rule: rule.id, ...about, ...whyOf(answer) };
    report('DW470', args, { span: rule.span, related: { message: 'the policy', span: one.span } });
  }
}

/** Reports what a workflow, or a hook of others, sets in the environment of hooks of a policy. */
function reportDecidingNames(
  dag: Dag,
  injections: readonly Injection[],
  handed: readonly SetNames[],
  report: Report,
): void {
  const hook = injections.find(({ rule }) => isOfPolicy(rule));
  if (!hook) return;
  const { id: rule, span } = hook.rule;
  const related = { message: 'the policy', span };
  const printed = [
    ...dag.nodes.map(({ output }) => output),
    ...injections.flatMap((one) => (isOfPolicy(one.rule) ? [] : [one.output])),
  ];
  const outputs = new Set(printed.filter((name) => name !== undefined));
  const ofOutputs: SetNames = { dag, key: 'output', ofStep: true, names: outputs };
  for (const { dag: setter, key, ofStep, names } of [...ownNames(dag), ofOutputs, ...handed]) {
    const deciding = [...names.keys()].filter(isDeciding);
    if (deciding.length === 0) continue;
    report('DW471', { dag: setter.name, names: deciding, key, ofStep, rule }, { span: setter.span, related });
  }
  const above = handed.flatMap((one) => (one.ofStep ? [] : [one.dag]));
  for (const { name, envFiles, span: at } of new Set([dag, ...above]))
    if (envFiles !== undefined)
      report('DW471', { dag: name, names: undefined, key: envFiles, ofStep: false, rule }, { span: at, related });
}

/** A rule that guards what steps do. */
type CommandGate = Rule & { readonly match: Match };

/** Is it for all steps that do something, whatever they are called? */
export function isGateOfCommands(rule: Rule): rule is CommandGate {
  const isOfSteps = rule.each === 'step' && rule.tasks.every(({ text }) => text === '*');
  return isOfSteps && rule.match !== undefined && isAboutWork(rule.match);
}

/** Does it name what a step does? What it must not do is nothing to go by. */
export function isAboutWork({ clauses }: Match): boolean {
  return clauses.some((clause) =>
    clause.kind === 'any' ? clause.of.every(isAboutWork) : ['runs', 'uses', 'image', 'calls'].includes(clause.kind),
  );
}

function whyOf(answer: Answer): { readonly command: string | undefined; readonly why: string | undefined } {
  return {
    command: answer.kind === 'yes' ? answer.command : undefined,
    why: answer.kind === 'unsure' ? answer.why : undefined,
  };
}

/** What a policy is against, or guards, in hooks of others. */
export type Demand = Denial | CommandGate;

export function demandsOnHooks({ rules, deny }: Pick<RuleSet, 'rules' | 'deny'>): readonly Demand[] {
  const denied = deny.filter(({ match, ofPolicy, severity }) => ofPolicy && severity === 'error' && isAboutWork(match));
  return [...denied, ...rules.filter(isGateOfCommands).filter(isOfPolicy)];
}

/** What a hook does, as far as it is a command or calls a DAG. */
export type HookWork = Pick<NodeFacts, 'scripts' | 'calls'>;

/** A command of ours has the shell text that it runs behind `--command`. */
export function workOf(call: StepCall): HookWork {
  if (call.kind === 'script') return { scripts: [call.script], calls: [] };
  const words = call.kind === 'command' ? call.words.map(textOf) : [];
  const at = words.indexOf('--command');
  return { scripts: at < 0 ? [] : [words[at + 1]!], calls: call.kind === 'spawn' ? [call.workflow] : [] };
}

/** A hook as a place that a demand may be about. */
export function hookPlace({ id, span }: Rule, work: HookWork, dag: Pick<Dag, 'env'>): PlaceBeside {
  const facts = {
    ...{ unread: undefined, uses: [], images: [], ...work },
    // Of a large workflow it is read when it is asked for.
    get env() {
      return dag.env;
    },
  };
  return { name: id, span, facts };
}

function textOf(word: Extract<StepCall, { kind: 'command' }>['words'][number]): string {
  return word.map((part) => (part.kind === 'text' ? part.text : part.expression)).join('');
}
