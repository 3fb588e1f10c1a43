import type { Report } from '../../diagnostics/diagnostics.js';
import { compileCel } from '../../lang/cel/cel.js';
import { celFacts } from '../../lang/cel/facts.js';
import { celFunctions } from '../../lang/cel/refuse.js';
import { nearestName } from '../../lang/nearest.js';
import { compilePattern } from '../../lang/pattern.js';
import type { Located, Settings, StepReference, WrittenStage } from '../../model/layer.js';
import type { Match, MatchClause } from '../../model/match.js';
import type { Pattern } from '../../model/pattern.js';
import {
  type Anchor,
  isOfTaskEnd,
  type ListedAction,
  type Rule,
  type RuleSet,
  type StageName,
} from '../../model/rule.js';
import type { Policy, StepDefinition } from '../../model/step.js';
import { stepTypes } from '../../steps/index.js';
import { conventions } from './conventions.js';
import type { LayeredRule, MergedLayers } from './merge.js';
import { readCondition, spanOfName } from './read-condition.js';
import { resolveStep } from './resolve-step.js';
import { ruleIds } from './rule-ids.js';
import { ruleLabels } from './rule-labels.js';
import { isOfSeveralCommands } from './several-commands.js';

/** Looks up what the layers name, checks it, and fills in the defaults. What has mistakes is reported and left out. */
export function resolveRules(merged: MergedLayers, report: Report): RuleSet {
  const { settings } = merged;
  const steps = new Map<string, StepDefinition | undefined>([...merged.faulty.steps].map((name) => [name, undefined]));
  for (const [name, written] of merged.definitions) steps.set(name, resolveStep(written, report));
  reportUnusedSteps(merged, report);
  const reportUnknownStep = unknownStepReporter([...steps.keys()], report);
  const resolving: Resolving = { steps, reportUnknownStep, readPattern: patternReader(report), report };
  const ids = ruleIds(merged.rules, report);
  const labels = ruleLabels(merged.rules, report);
  const lists = new Map<string, Rule[]>();
  const rules = merged.rules.flatMap((rule, index) => {
    const resolved = resolveRule(
      resolving,
      rule,
      { id: ids[index]!, label: labels[index]! },
      resolveAction(rule, settings, lists),
    );
    if (resolved && rule.action) lists.set(rule.action.list, [resolved, ...(lists.get(rule.action.list) ?? [])]);
    return resolved ?? [];
  });
  for (const { match } of merged.deny) checkMatch(match, resolving);
  const { policy } = merged;
  const ofPolicy = policy && { runtime: policy.runtime?.value ?? usualRuntime, context: contextOf(policy) };
  return { ...resolveSettings(settings, resolving), rules, deny: merged.deny, ...(ofPolicy && { ofPolicy }) };
}

/** @param lists the actions of each list that were resolved before, the nearest first */
function resolveAction(
  { action }: LayeredRule,
  { stages }: Settings,
  lists: ReadonlyMap<string, readonly Rule[]>,
): ListedAction | undefined {
  if (!action) return undefined;
  const { loop, list, ...kind } = action;
  return { ...kind, stages: loop && stagesOf(loop, stages ?? []), earlier: lists.get(list) ?? [] };
}

/** Several stages may run one loop, each under a name of its own. */
function stagesOf({ value, span }: Located<string>, stages: readonly WrittenStage[]): readonly StageName[] {
  const running = stages.filter((stage) => stage.loop === value);
  return running.length === 0 ? [{ text: value, span }] : running.map(({ name }) => ({ text: name.value, span }));
}

interface Resolving {
  /** `undefined` for a step with mistakes. */
  readonly steps: ReadonlyMap<string, StepDefinition | undefined>;
  readonly reportUnknownStep: (reference: StepReference) => void;
  readonly readPattern: (pattern: Located<string>) => Pattern;
  readonly report: Report;
}

/** Not where a rule could not be read, or means a step that does not exist: that may be the one. */
function reportUnusedSteps({ definitions, rules, faulty }: MergedLayers, report: Report): void {
  const used = new Set(rules.flatMap(({ step }) => (step.kind === 'reference' ? [step.name] : [])));
  const unknown = [...used].some((name) => !definitions.has(name) && !faulty.steps.has(name));
  if (faulty.rules || unknown) return;
  for (const [name, { nameSpan, pack }] of definitions) {
    if (!used.has(name) && pack === undefined) report('DW337', { step: name }, { span: nameSpan });
  }
}

/** Bad patterns are reported once here, so that later passes may rely on all of them. */
function patternReader(report: Report): Resolving['readPattern'] {
  return ({ value, span }) => {
    const compiled = compilePattern(value);
    if (!compiled.ok) report('DW336', { pattern: value, reason: compiled.reason }, { span });
    return { text: value, span };
  };
}

function resolveRule(
  resolving: Resolving,
  rule: LayeredRule,
  names: Pick<Rule, 'id' | 'label'>,
  action: ListedAction | undefined,
): Rule | undefined {
  const { readPattern, report } = resolving;
  const step = rule.step.kind === 'inline' ? resolveStep(rule.step.definition, report) : lookUp(resolving, rule.step);
  const tasks = rule.tasks?.map(readPattern) ?? [{ text: '*', span: rule.span }];
  const tasksExclude = rule.tasksExclude.map(readPattern);
  const anchor = resolveAnchor(rule, readPattern);
  const when = rule.when && readCondition(rule.when, action?.variables, report);
  const policy = resolvePolicy(step?.policy ?? {}, rule.policy, (step && stepTypes.get(step.type)?.policy) ?? {});
  if (policy.onFailure === 'retry' && policy.retries === 0) report('DW328', {}, { span: rule.span });
  if (!step || !rule.enabled) return undefined;
  if (rule.match) checkMatch(rule.match, resolving);
  const { ofNodes, each, match, expect } = rule;
  const isAtEnd = isOfTaskEnd(rule);
  return {
    id: names.id,
    label: names.label,
    point: rule.point,
    tasks,
    tasksExclude,
    anchor: isAtEnd ? undefined : anchor,
    when,
    order: rule.order,
    layer: rule.layer,
    position: rule.position,
    parallel: rule.parallel,
    step,
    await: rule.await && !isAtEnd,
    policy: isAtEnd && !rule.await ? { ...policy, onFailure: 'continue' } : policy,
    run: rule.run,
    environments: rule.environments,
    optional: rule.optional,
    once: rule.once,
    action,
    span: rule.span,
    ...(ofNodes && { ofNodes }),
    ...(each && { each }),
    ...(match && { match }),
    ...(expect && { expect }),
  };
}

/** Reports wrong patterns and expressions in a match. */
function checkMatch({ clauses }: Match, resolving: Pick<Resolving, 'readPattern' | 'report'>): void {
  const { readPattern, report } = resolving;
  const check = ({ text, span }: Pattern) => readPattern({ value: text, span });
  for (const clause of clauses) {
    if (clause.kind === 'any') for (const one of clause.of) checkMatch(one, resolving);
    else if (clause.kind === 'not') checkMatch(clause.match, resolving);
    else if (clause.kind === 'cel') reportCel(clause, report);
    else if ('entries' in clause) {
      for (const { name, values } of clause.entries) [name, ...values].forEach(check);
    } else {
      clause.patterns.forEach(check);
      const several = clause.kind === 'runs' ? clause.patterns.filter(({ text }) => isOfSeveralCommands(text)) : [];
      for (const { text, span } of several) report('DW377', { pattern: text }, { span });
    }
  }
}

function lookUp({ steps, reportUnknownStep }: Resolving, reference: StepReference): StepDefinition | undefined {
  if (!steps.has(reference.name)) reportUnknownStep(reference);
  return steps.get(reference.name);
}

/** Near misses are looked for a limited number of times, so that many mistakes among many steps stay cheap. */
function unknownStepReporter(known: readonly string[], report: Report): Resolving['reportUnknownStep'] {
  let looks = 100;
  return ({ name, span }) => {
    const nearest = looks > 0 ? nearestName(name, known) : undefined;
    looks -= 1;
    report('DW330', { step: name, nearest, known }, { span });
  };
}

function resolveAnchor({ anchor }: LayeredRule, readPattern: Resolving['readPattern']): Anchor | undefined {
  return anchor && { ...anchor, pattern: readPattern(anchor.pattern) };
}

/** What a rule says goes before what its step says, and that before what is usual for its type. */
function resolvePolicy(step: Partial<Policy>, rule: Partial<Policy>, usual: Partial<Policy>): Policy {
  const onFailure = rule.onFailure ?? step.onFailure ?? 'abort';
  // The retries of a step that wanted to be retried are not for a rule that wants otherwise.
  const inherited = onFailure === 'retry' || step.onFailure !== 'retry' ? step.retries : undefined;
  return {
    onFailure,
    retries: rule.retries ?? inherited ?? usual.retries ?? (onFailure === 'retry' ? 3 : 0),
    retryDelay: rule.retryDelay ?? step.retryDelay ?? 5,
    timeout: rule.timeout ?? step.timeout ?? usual.timeout,
  };
}

function resolveSettings(settings: Settings, { readPattern }: Resolving): Omit<RuleSet, 'rules' | 'deny'> {
  const format = settings.format?.value;
  return {
    enabled: settings.enabled?.value ?? false,
    tasksAre: settings.tasksAre?.value ?? 'auto',
    taskIds: settings.taskIds?.map(readPattern) ?? [],
    setup: settings.setup?.map(readPattern) ?? conventional('setup', settings),
    taskEnds: settings.taskEnds?.map(readPattern) ?? conventional('taskEnds', settings),
    teardown: settings.teardown?.map(readPattern),
    prompts: settings.prompts?.value ?? 'inline',
    runtime: settings.runtime?.value ?? usualRuntime,
    vars: new Map([...settings.vars].map(([name, { value }]) => [name, value])),
    context: contextOf(settings),
    engines: new Map([...settings.engines].map(([key, { value }]) => [key, value])),
    maxAddedSteps: settings.maxAddedSteps?.value,
    maxLlmCalls: settings.maxLlmCalls?.value,
    maxWebhooks: settings.maxWebhooks?.value,
    maxAddedCriticalPath: settings.maxAddedCriticalPath?.value,
    targetVersion: settings.targetVersion?.value,
    assumeVersion: settings.assumeVersion?.value,
    versionsAt: { targetVersion: settings.targetVersion?.span, assumeVersion: settings.assumeVersion?.span },
    baseConfig: settings.baseConfig?.value,
    format: format === 'auto' ? undefined : format,
    marks: settings.marks?.value ?? true,
    stages: settings.stages?.map(({ name }) => ({ text: name.value, span: name.span })),
  };
}

const usualRuntime = 'dagweave';

function contextOf({ context }: Settings): RuleSet['context'] {
  return new Map([...context].map(([name, { value, span }]) => [name, { text: value, span }]));
}

/** Nobody wrote them; the place is where the hooks were switched on. */
function conventional(name: keyof typeof conventions, { enabled }: Settings): readonly Pattern[] {
  return [{ text: conventions[name], span: enabled?.span ?? { file: '', start: 0, end: 0 } }];
}

/** Reports what is wrong with an expression once, so that later passes may rely on all of them. */
function reportCel({ expression, span }: Extract<MatchClause, { readonly kind: 'cel' }>, report: Report): void {
  const compiled = compileCel(expression);
  if (compiled.ok) return;
  const { problem } = compiled;
  const at = { span: spanOfName({ text: expression, span }, problem.start, problem.end) };
  if (problem.kind === 'syntax') report('DW461', problem, at);
  if (problem.kind === 'name') report('DW462', { ...problem, known: knownBeside(problem.name) }, at);
  if (problem.kind === 'refused') report('DW463', { what: problem.what, functions: celFunctions }, at);
  if (problem.kind === 'type') report('DW464', problem, at);
  if (problem.kind === 'size') report('DW465', problem, at);
}

/** The facts of the subject that was meant. */
function knownBeside(name: string): readonly string[] {
  const [subject] = name.split('.');
  const found = Object.entries(celFacts).find(([one]) => one === subject);
  return found ? Object.keys(found[1]).map((fact) => `${subject}.${fact}`) : Object.keys(celFacts);
}
