import type { Report } from '../../diagnostics/diagnostics.js';
import type { Plan } from '../../model/plan.js';
import type { Rule, RuleSet } from '../../model/rule.js';
import type { StepDefinition } from '../../model/step.js';
import type { Workflow } from '../../model/workflow.js';
import { stepTypes } from '../../steps/index.js';
import { longestAddedPath } from './added-path.js';
import type { LawNode } from './laws.js';

/** Reports each limit that a plan goes beyond, with the sum and what each rule adds to it. */
export function checkLimits(
  workflow: Workflow,
  plan: Plan,
  listOf: (dag: number) => readonly LawNode[] | undefined,
  rules: RuleSet,
  report: Report,
): void {
  const { maxAddedSteps, maxLlmCalls, maxWebhooks, maxAddedCriticalPath } = rules;
  const added = rulesIn(plan);
  const asking = added.filter(({ step }) => asksModel(step));
  if (maxAddedSteps !== undefined && added.length > maxAddedSteps)
    report('DW415', { added: added.length, limit: maxAddedSteps, shares: sharesOf(added) });
  if (maxLlmCalls !== undefined && asking.length > maxLlmCalls)
    report('DW417', { asking: asking.length, limit: maxLlmCalls, shares: sharesOf(asking) });
  const sending = added.filter((rule) => stepTypes.get(rule.step.type)?.sends);
  if (maxWebhooks !== undefined && sending.length > maxWebhooks)
    report('DW433', { sending: sending.length, limit: maxWebhooks, shares: sharesOf(sending) });
  if (maxAddedCriticalPath === undefined) return;
  const path = longestAddedPath(workflow, plan, listOf);
  if (path.length > maxAddedCriticalPath)
    report('DW422', { added: path.length, limit: maxAddedCriticalPath, shares: inOrder(path.shares) });
}

function rulesIn(plan: Plan): readonly Rule[] {
  return [
    ...plan.dags.flatMap((dag) => dag.nodes.flatMap((node) => (node.kind === 'injected' ? [node.injection.rule] : []))),
    ...plan.handlers.flatMap((handler) => handler.injections.map(({ injection }) => injection.rule)),
  ];
}

function sharesOf(rules: readonly Rule[]): readonly Share[] {
  const counts = new Map<string, number>();
  for (const { id } of rules) counts.set(id, (counts.get(id) ?? 0) + 1);
  return inOrder(counts);
}

interface Share {
  readonly rule: string;
  readonly count: number;
}

/** The rule that adds most comes first. */
function inOrder(counts: ReadonlyMap<string, number>): readonly Share[] {
  const shares = [...counts].map(([rule, count]) => ({ rule, count }));
  return shares.sort((a, b) => b.count - a.count || (a.rule < b.rule ? -1 : 1));
}

function asksModel({ type, config }: StepDefinition): boolean {
  const asks = stepTypes.get(type)?.asksModel ?? false;
  return typeof asks === 'boolean' ? asks : asks(config);
}
