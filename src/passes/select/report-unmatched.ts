import type { Arguments, Code } from '../../diagnostics/catalog.js';
import type { Cure } from '../../diagnostics/row.js';
import { nearestName } from '../../lang/nearest.js';
import type { Expect } from '../../model/match.js';
import type { Pattern } from '../../model/pattern.js';
import { isOfTasks, type ListedAction, type Rule, type RuleSet } from '../../model/rule.js';
import type { Span } from '../../model/source.js';
import { describeInWords, describeMatch } from '../match/describe.js';
import { countFinding, unitOf } from './count-matches.js';
import type { Matched, RuleMatches } from './rule-matches.js';

/** Reports what is wrong between all workflows of a run and what is written at a place of the rules. */
export type ReportAbout = <C extends Code>(code: C, args: Arguments<C>, rule: Span, about?: About) => void;

interface About {
  readonly cure?: Cure | undefined;
  /** The place in the workflow, where one is known. */
  readonly span?: Span | undefined;
}

/** What the rules matched, and what there is besides. */
interface Unmatched extends RuleMatches {
  /** Is there a step of that name, whatever it is a step of? */
  readonly isStep: (name: string) => boolean;
  /** Files of the workflows that nobody named, in which more may be. */
  readonly unread: readonly string[];
}

/** Reports the rules that match nothing anywhere, and of the others the patterns that match nothing. */
export function reportUnmatched(
  { rules, stages, taskIds }: RuleSet,
  ruleMatches: Unmatched,
  report: ReportAbout,
): void {
  for (const { text, span } of stages ?? []) {
    if (!ruleMatches.stages.has(text) && rules.some(({ action }) => action))
      reportNoStage(text, span, ruleMatches, report);
  }
  for (const rule of rules) {
    reportMisspeltAnchor(rule, ruleMatches, report);
    if (rule.ofNodes && !ruleMatches.rules.has(rule)) report('DW367', { rule: rule.id }, rule.span);
    if (rule.expect)
      reportCount(rule, rule.expect, { matched: ruleMatches.counted.get(rule) ?? [], taskIds }, ruleMatches, report);
    if (rule.optional || rule.ofNodes || rule.expect) continue;
    if (rule.action) {
      if (!ruleMatches.rules.has(rule)) reportUnmatchedAction(rule, rule.action, ruleMatches, report);
      continue;
    }
    if (!ruleMatches.rules.has(rule)) reportUnmatchedRule(rule, taskIds, ruleMatches, report);
    else if (isOfTasks(rule)) reportUnmatchedPatterns(rule, ruleMatches, report);
  }
}

/** One that is nowhere is most likely a mistake where a name like it is there; any other may belong to workflows that come later. */
function reportMisspeltAnchor(rule: Rule, { anchors: { found, meant } }: Unmatched, report: ReportAbout): void {
  const nearest = meant.get(rule);
  if (!rule.anchor || nearest === undefined || found.has(rule)) return;
  const { side, pattern } = rule.anchor;
  report('DW426', { rule: rule.id, side, anchor: pattern.text, nearest }, pattern.span);
}

/** How often a rule matched in the whole run; what is about each workflow or DAG is reported there. */
function reportCount(
  rule: Rule,
  expect: Expect,
  { matched, taskIds }: { readonly matched: readonly Matched[]; readonly taskIds: readonly Pattern[] },
  matches: Unmatched,
  report: ReportAbout,
): void {
  if (expect.per !== 'run') return;
  if (matched.length === 0 && expect.min > 0) reportUnmatchedRule(rule, taskIds, matches, report);
  else {
    const finding = countFinding(rule, expect, matched, undefined);
    if (finding) report('DW453', finding.args, expect.span, { span: finding.span });
  }
}

function reportNoStage(stage: string, span: Span, { stages, tasks }: RuleMatches, report: ReportAbout): void {
  report('DW424', { stage, nearest: nearestName(stage, tasks), known: [...stages] }, span);
}

/** One message for all hooks of a file whose stage is not there. */
function reportUnmatchedAction(
  rule: Rule,
  { point, stages }: ListedAction,
  ruleMatches: RuleMatches,
  report: ReportAbout,
): void {
  const known = [...ruleMatches.stages];
  for (const { text, span } of stages ?? []) {
    report('DW423', { point: undefined, stage: text, nearest: nearestName(text, known), known }, span);
  }
  if (!stages) report('DW423', { point, stage: undefined, nearest: undefined, known }, rule.span);
}

function reportUnmatchedRule(
  rule: Rule,
  taskIds: readonly Pattern[],
  { tasks, isStep, unread }: Unmatched,
  report: ReportAbout,
): void {
  const patterns = rule.tasks.map((pattern) => pattern.text);
  const nearest = patterns.map((text) => nearestName(text, tasks)).find((name) => name !== undefined);
  const span = patterns[0] === '*' ? rule.span : (rule.tasks[0]?.span ?? rule.span);
  const noneIs = isOfTasks(rule) && tasks.size === 0 ? taskIds.map(({ text }) => text) : [];
  const ofTasks = isOfTasks(rule);
  const step = ofTasks ? patterns.find(isStep) : undefined;
  const args = { rule: rule.id, patterns, ofTasks, nearest, known: [...tasks], step, taskIds: noneIs, unread };
  if (rule.match && patterns[0] === '*') {
    const message = rule.expect?.message;
    const what = message === undefined ? describeMatch(rule.match) : describeInWords(rule.match);
    report('DW454', { rule: rule.id, each: unitOf(rule), what, message, unread }, rule.match.span);
  } else report('DW401', args, span);
}

function reportUnmatchedPatterns(
  rule: Rule,
  { patterns, tasks, isStep, unread }: Unmatched,
  report: ReportAbout,
): void {
  const known = [...tasks];
  const tell = ({ text, span }: Pattern, step: string | undefined, cure?: Cure) =>
    report('DW402', { rule: rule.id, pattern: text, nearest: nearestName(text, tasks), known, step, unread }, span, {
      cure,
    });
  for (const pattern of rule.tasks)
    if (!patterns.has(pattern)) tell(pattern, isStep(pattern.text) ? pattern.text : undefined);
  // What is left out need not be there: nothing is asked of the workflow.
  for (const pattern of rule.tasksExclude) if (!patterns.has(pattern)) tell(pattern, undefined, 'rules');
}
