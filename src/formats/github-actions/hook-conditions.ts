import { gateOf } from '../../model/picture.js';
import type { InjectedNode, PlannedNode } from '../../model/plan.js';
import { isOfTaskEnd, type Rule } from '../../model/rule.js';
import { type Gating, gatingOf } from './asked-gates.js';
import { coreOf, mayRunBehindFailure } from './condition-text.js';
import { fieldText } from './fields.js';
import { withGates } from './gate-condition.js';
import type { GithubWorkflow } from './read.js';
import { skippedBeforeMiddle } from './skipped-before.js';

/** The `if` of a hook; `undefined` where it has none. */
export type ConditionOf = (hook: InjectedNode) => string | undefined;

/** Of hooks that are steps: how those before them in their list ended, in a job or in an action. */
export function stepConditions(read: GithubWorkflow, dag: number, nodes: readonly PlannedNode[]): ConditionOf {
  const gating = gatingOf(read, dag, nodes);
  return (hook) => {
    const { run } = hook.injection.rule;
    return run === 'success' ? copiedCondition(hook, gating) : conditionAtEnd[run];
  };
}

/**
 * Of hooks that are jobs. A job that is skipped takes along all behind it, so what ends a run says itself when it runs, and one
 * that is put before a job runs when that does.
 */
export function jobConditions(read: GithubWorkflow, nodes: readonly PlannedNode[]): ConditionOf {
  const { steps } = read.document.outer;
  const jobs = read.workflow.dags[0]!.nodes;
  const gating = gatingOf(read, 0, nodes);
  const isConditional = steps.some(({ map }) => map && fieldText(map, 'if') !== undefined);
  const byName = new Map(nodes.map((node) => [node.kind === 'injected' ? node.name : jobs[node.node]!.name, node]));
  const skipped = skippedBeforeMiddle(read.workflow.dags[0]!, nodes);
  const found = new Map<InjectedNode, string | undefined>();

  const conditionOf = (hook: InjectedNode): string | undefined => {
    if (!found.has(hook)) found.set(hook, ofRule(hook) ?? ofNeeds(hook));
    return found.get(hook);
  };

  const ofRule = (hook: InjectedNode): string | undefined => {
    const { rule } = hook.injection;
    if (isOfTaskEnd(rule)) return conditionBehind(steps[hook.about!]!.key!.value, rule.run);
    if (rule.run !== 'success') return conditionAtEnd[rule.run];
    if (hook.slot === 'exit' && isConditional) return pastSkipped;
    return copiedCondition(hook, gating);
  };

  /**
   * The `success()` that GitHub implies asks all jobs before a job, however far. A job that decides for itself may have succeeded although
   * one of these failed or was skipped, and a hook behind it would be skipped. So that hook asks for what it needs and no further.
   */
  const ofNeeds = ({ slot, needs = [] }: InjectedNode): string | undefined => {
    // What is put before a job without a condition is skipped with that job, which asks all before it, too.
    if (slot === 'before') return undefined;
    const maySkip = (need: string) => slot === 'middle' && skipped.has(need);
    if (!needs.some(mayRunPastFailure)) return needs.some(maySkip) ? pastSkipped : undefined;
    const questions = needs.map((need) => question(need, byName.get(need), maySkip(need)));
    return `\${{ !cancelled() && ${questions.join(' && ')} }}`;
  };

  const mayRunPastFailure = (name: string): boolean => {
    const node = byName.get(name);
    if (node?.kind === 'injected') return decidesForItself(conditionOf(node));
    const job = node && jobs[node.node]!;
    return job?.pastFailure === true && (node?.needs ?? job.needs ?? []).length > 0;
  };

  return conditionOf;
}

/** Also where a job before it was skipped, but not behind a failure. */
const pastSkipped = '${{ !failure() && !cancelled() }}';

const conditionAtEnd = {
  failure: '${{ failure() }}',
  abort: '${{ cancelled() }}',
  always: '${{ always() }}',
};

function decidesForItself(condition: string | undefined): boolean {
  return condition !== undefined && mayRunBehindFailure(coreOf(condition)?.expression ?? condition);
}

/** A hook whose failure holds up nothing has only to have run. */
function question(need: string, node: PlannedNode | undefined, maySkip: boolean): string {
  const result = `needs.${need}.result`;
  if (maySkip) return `(${result} == 'success' || ${result} == 'skipped')`;
  const isGate = node?.kind !== 'injected' || gateOf(node.injection) === 'gate';
  return `${result} ${isGate ? "== 'success'" : "!= 'skipped'"}`;
}

/** A job that was skipped has no end. */
function conditionBehind(job: string, run: Rule['run']): string {
  const result = `needs.${job}.result`;
  return run === 'failure'
    ? `\${{ failure() && ${result} == 'failure' }}`
    : `\${{ always() && ${result} != 'skipped' }}`;
}

/** What lets the one behind it run past a failure lets it past gates as well, for which it has to ask. */
function copiedCondition(node: InjectedNode, { copied, askedBy }: Gating): string | undefined {
  const condition = copied(node);
  return condition === undefined ? undefined : (withGates(condition, askedBy(node)) ?? condition);
}
