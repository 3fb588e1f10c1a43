import type { Arguments, Code } from '../../diagnostics/catalog.js';
import type { Cure } from '../../diagnostics/row.js';
import { nearestName } from '../../lang/nearest.js';
import type { Expect } from '../../model/match.js';
import type { Pattern } from '../../model/pattern.js';
import { isOfTasks, type ListedAction, type Rule, type RuleSet } from '../../model/rule.js';
import type { Span } from '../../model/source.js';
import type { Workflow } from '../../model/workflow.js';
import type { Hook } from '../graph/slot.js';
import type { Task } from '../graph/tasks.js';
import type { Answer } from '../match/answer.js';
import { describeInWords, describeMatch } from '../match/describe.js';
import type { WhyNever } from '../variables/bind-place.js';

/** What rules and patterns match, over all workflows of a run: a rule need not match in each of them. */
export interface RuleMatches {
  readonly rules: Set<Rule>;
  /** What each rule with `expect` matched. */
  readonly counted: Map<Rule, Matched[]>;
  readonly patterns: Set<Pattern>;
  /** Names of all tasks there are. */
  readonly tasks: Set<string>;
  /** Names of all stages, where a rule asks for them. */
  readonly stages: Set<string>;
  /** Hears of each rule at each place; for those who ask why, as it takes memory for all of them. */
  readonly witness: Witness | undefined;
}

/** A task, a step or a DAG that a rule matched. */
export interface Matched {
  readonly name: string;
  readonly span: Span;
}

export interface Witness {
  refused(refusal: Refusal): void;
  placed(hook: Hook, workflow: Workflow): void;
}

/** A place that a rule did not come to, and the first thing that stood in its way. */
export interface Refusal {
  readonly clause:
    | 'stages'
    | 'tasks'
    | 'tasks_exclude'
    | 'match'
    | 'child workflow'
    | 'when'
    | 'once'
    | 'closed DAG'
    | 'run'
    | 'anchor';
  readonly rule: Rule;
  readonly workflow: Workflow;
  readonly dag: number;
  readonly task: Task | undefined;
  /** The pattern that leaves the task out. */
  readonly pattern: Pattern | undefined;
  /** The stages that the rule goes to, where it goes to stages. */
  readonly stages?: readonly string[] | undefined;
  /** The answer of `match`. */
  readonly answer?: Answer;
  /** Of `when`: what is false. */
  readonly why?: WhyNever | undefined;
}

export function createRuleMatches(witness?: Witness): RuleMatches {
  return { rules: new Set(), counted: new Map(), patterns: new Set(), tasks: new Set(), stages: new Set(), witness };
}

/** Reports what is wrong between all workflows of a run and what is written at a place of the rules. */
export type ReportAbout = <C extends Code>(code: C, args: Arguments<C>, rule: Span, about?: About) => void;

interface About {
  readonly cure?: Cure | undefined;
  /** The place in the workflow, where one is known. */
  readonly span?: Span | undefined;
}

/** Reports the rules that match nothing anywhere, and of the others the patterns that match nothing. */
export function reportUnmatched(
  { rules, stages, taskIds }: RuleSet,
  ruleMatches: RuleMatches,
  report: ReportAbout,
): void {
  for (const { text, span } of stages ?? []) {
    if (!ruleMatches.stages.has(text) && rules.some(({ action }) => action))
      reportNoStage(text, span, ruleMatches, report);
  }
  for (const rule of rules) {
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

/** How often a rule matched in the whole run; what is about each workflow or DAG is reported there. */
function reportCount(
  rule: Rule,
  expect: Expect,
  { matched, taskIds }: { readonly matched: readonly Matched[]; readonly taskIds: readonly Pattern[] },
  matches: RuleMatches,
  report: ReportAbout,
): void {
  if (expect.per !== 'run') return;
  if (matched.length === 0 && expect.min > 0) reportUnmatchedRule(rule, taskIds, matches, report);
  else {
    const finding = countFinding(rule, expect, matched, undefined);
    if (finding) report('DW453', finding.args, expect.span, { span: finding.span });
  }
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
  { tasks }: RuleMatches,
  report: ReportAbout,
): void {
  const patterns = rule.tasks.map((pattern) => pattern.text);
  const nearest = patterns.map((text) => nearestName(text, tasks)).find((name) => name !== undefined);
  const span = patterns[0] === '*' ? rule.span : (rule.tasks[0]?.span ?? rule.span);
  const noneIs = isOfTasks(rule) && tasks.size === 0 ? taskIds.map(({ text }) => text) : [];
  const args = { rule: rule.id, patterns, ofTasks: isOfTasks(rule), nearest, known: [...tasks], taskIds: noneIs };
  if (rule.match && patterns[0] === '*') {
    const message = rule.expect?.message;
    const what = message === undefined ? describeMatch(rule.match) : describeInWords(rule.match);
    report('DW454', { rule: rule.id, each: placesOf(rule), what, message }, rule.match.span);
  } else report('DW401', args, span);
}

/** What a rule matches, in words for those who do not know the rule: "tasks called `build`". */
function describePlaces(rule: Rule): string {
  const named = rule.tasks.map(({ text }) => text).filter((text) => text !== '*');
  const kinds = `${placesOf(rule)}s`;
  const called = named.length === 0 ? '' : ` called ${named.map((text) => `\`${text}\``).join(' or ')}`;
  if (!rule.match) return `${kinds}${called}`;
  const inWords = describeInWords(rule.match);
  if (rule.expect?.message === undefined) return `${kinds}${called} of which each ${describeMatch(rule.match)}`;
  return inWords === undefined ? `${kinds}${called} of this kind` : `${kinds}${called} of which each ${inWords}`;
}

function placesOf(rule: Rule): 'step' | 'task' | 'DAG' {
  return rule.each ?? (isOfTasks(rule) ? 'task' : 'DAG');
}

function reportUnmatchedPatterns(rule: Rule, { patterns, tasks }: RuleMatches, report: ReportAbout): void {
  const known = [...tasks];
  const tell = ({ text, span }: Pattern, cure?: Cure) =>
    report('DW402', { rule: rule.id, pattern: text, nearest: nearestName(text, tasks), known }, span, { cure });
  for (const pattern of rule.tasks) if (!patterns.has(pattern)) tell(pattern);
  // What is left out need not be there: nothing is asked of the workflow.
  for (const pattern of rule.tasksExclude) if (!patterns.has(pattern)) tell(pattern, 'rules');
}
