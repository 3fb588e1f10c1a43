import type { Arguments } from '../../diagnostics/catalog.js';
import type { Report } from '../../diagnostics/diagnostics.js';
import type { Expect } from '../../model/match.js';
import { isOfTasks, type Rule } from '../../model/rule.js';
import type { Span } from '../../model/source.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import { describeInWords, describeMatch } from '../match/describe.js';
import type { Candidate } from './candidate.js';
import type { Matched, RuleMatches } from './rule-matches.js';

/** Counts the matches of a rule, and reports the workflow or the DAGs in which they are too few or too many. */
export function countMatches(
  rule: Rule,
  places: readonly Candidate[],
  { workflow, ruleMatches: { counted } }: { readonly workflow: Workflow; readonly ruleMatches: RuleMatches },
  report: Report,
): void {
  const { expect } = rule;
  if (!expect) return;
  const before = counted.get(rule) ?? [];
  for (const place of places) before.push(matchedAt(place, workflow));
  counted.set(rule, before);
  const check = (found: readonly Candidate[], dag: Dag) => {
    const matched = found.map((place) => matchedAt(place, workflow));
    const finding = countFinding(rule, expect, matched, dag.name);
    const related = { message: 'the rule', span: expect.span };
    if (finding) report('DW453', finding.args, { span: finding.span ?? dag.span, related });
  };
  if (expect.per === 'workflow') check(places, workflow.dags[workflow.roots[0] ?? 0]!);
  if (expect.per === 'dag')
    for (const dag of workflow.dags)
      check(
        places.filter((place) => place.dag === dag.index),
        dag,
      );
}

/** A rule counts a place as matched that it may not be for. @param why ends the sentence "…, because" */
export function reportUnsure(place: Candidate, why: string, workflow: Workflow, report: Report): void {
  const { rule } = place;
  const { name, span } = matchedAt(place, workflow);
  report('DW452', { rule: rule.id, place: name, why }, { span, related: { message: 'the rule', span: rule.span } });
}

/** What a rule matches at a place, for messages. */
function matchedAt({ dag, task }: Candidate, { dags }: Workflow): Matched {
  const { name, span } = dags[dag]!;
  const step = task?.node && dags[task.node.dag]!.nodes[task.node.node]!;
  return { name: task?.name ?? name, span: step?.span ?? span };
}

/** What to report where a rule matches too often, with the first match too many, or too seldom. */
export function countFinding(
  rule: Rule,
  { min, max, message }: Expect,
  matched: readonly Matched[],
  within: string | undefined,
): { readonly args: Arguments<'DW453'>; readonly span: Span | undefined } | undefined {
  const count = matched.length;
  if (count >= min && count <= (max ?? count)) return undefined;
  const places = matched.map(({ name }) => name);
  const args = { rule: rule.id, count, places, min, max, in: within, what: describePlaces(rule), message };
  return { args, span: count < min ? undefined : matched[max!]!.span };
}

/** What a rule matches, in words for those who do not know the rule: "tasks called `build`". */
function describePlaces(rule: Rule): string {
  const named = rule.tasks.map(({ text }) => text).filter((text) => text !== '*');
  const units = `${unitOf(rule)}s`;
  const called = named.length === 0 ? '' : ` called ${named.map((text) => `\`${text}\``).join(' or ')}`;
  if (!rule.match) return `${units}${called}`;
  const inWords = describeInWords(rule.match);
  if (rule.expect?.message === undefined) return `${units}${called} of which each ${describeMatch(rule.match)}`;
  return inWords === undefined ? `${units}${called} of this kind` : `${units}${called} of which each ${inWords}`;
}

/** What a rule is for. */
export function unitOf(rule: Rule): 'step' | 'task' | 'DAG' {
  return rule.each ?? (isOfTasks(rule) ? 'task' : 'DAG');
}
