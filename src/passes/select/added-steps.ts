import type { Code } from '../../diagnostics/catalog.js';
import type { Report } from '../../diagnostics/diagnostics.js';
import type { Rule, RuleSet } from '../../model/rule.js';
import type { Workflow } from '../../model/workflow.js';
import { asksModel } from '../../steps/asks-model.js';
import { stepTypes } from '../../steps/index.js';
import type { SlotsOf } from './anchor.js';
import type { HandlerHook } from './settle-places.js';

/** How many steps each rule adds. */
export type AddedSteps = ReadonlyMap<Rule, number>;

/** At least so many: what waits for the place of another hook may find none, and a handler may be left out. */
export function addedBy(slots: readonly SlotsOf[], handlers: readonly HandlerHook[]): AddedSteps {
  const added = new Map<Rule, number>();
  const add = (rule: Rule, count: number) => added.set(rule, (added.get(rule) ?? 0) + count);
  for (const slotsOf of slots) for (const [{ rule }, own] of slotsOf) add(rule, own?.length ?? 0);
  for (const { rule } of handlers) if (!rule.action?.dispensable) add(rule, 1);
  return added;
}

/**
 * Reports each limit that the steps to add go beyond, with the sum and what each rule adds to it.
 * @returns whether there is one
 */
export function reportTooMany(added: AddedSteps, workflow: Workflow, rules: RuleSet, report: Report): boolean {
  // A reader of annotations looks for it in the workflow that is too large, which may have to be read once more for it.
  const at = () => ({ span: workflow.dags[workflow.roots[0] ?? 0]?.span });
  const { maxAddedSteps = mostSteps, maxLlmCalls = mostSteps, maxWebhooks = mostSteps } = rules;
  const all = sumOf(added, () => true);
  const asking = sumOf(added, ({ step }) => asksModel(step));
  const sending = sumOf(added, ({ step }) => stepTypes.get(step.type)?.sends === true);
  if (all.sum > maxAddedSteps) report('DW415', { added: all.sum, limit: maxAddedSteps, shares: all.shares }, at());
  if (asking.sum > maxLlmCalls)
    report('DW417', { asking: asking.sum, limit: maxLlmCalls, shares: asking.shares }, at());
  if (sending.sum > maxWebhooks)
    report('DW433', { sending: sending.sum, limit: maxWebhooks, shares: sending.shares }, at());
  return all.sum > maxAddedSteps || asking.sum > maxLlmCalls || sending.sum > maxWebhooks;
}

/** Reported where nothing was selected, because it would have been more than is allowed. */
export const tooManyCodes: ReadonlySet<Code> = new Set(['DW415', 'DW417', 'DW433']);

/** Where no limit is given. A step takes about 10 KB of memory. */
const mostSteps = 1_000_000;

interface Sum {
  readonly sum: number;
  readonly shares: readonly Share[];
}

function sumOf(added: AddedSteps, counts: (rule: Rule) => boolean): Sum {
  const byId = new Map<string, number>();
  let sum = 0;
  for (const [rule, count] of added) {
    if (!counts(rule)) continue;
    byId.set(rule.id, (byId.get(rule.id) ?? 0) + count);
    sum += count;
  }
  return { sum, shares: largestFirst(byId) };
}

interface Share {
  readonly rule: string;
  readonly count: number;
}

/** The rule that adds most comes first. */
export function largestFirst(counts: ReadonlyMap<string, number>): readonly Share[] {
  const shares = [...counts].flatMap(([rule, count]) => (count > 0 ? [{ rule, count }] : []));
  return shares.sort((a, b) => b.count - a.count || (a.rule < b.rule ? -1 : 1));
}
