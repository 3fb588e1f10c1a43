import type { Brief, BriefHook } from '../../model/brief.js';
import type { Pattern } from '../../model/pattern.js';
import { roleOf } from '../../model/picture.js';
import { isOfTasks, type Rule, type RuleSet } from '../../model/rule.js';
import { observes } from '../../steps/observes.js';
import { describeInWords } from '../match/describe.js';

/**
 * What the rules ask of a workflow that is not written yet. It names no rule, no exception and no setting, so that nobody learns
 * from it how to get around a rule: more than what a rule matches may be described.
 */
export function briefOf(rules: RuleSet): Brief {
  const inForce = rules.enabled ? rules.rules : [];
  return {
    language: languageOf(rules),
    forbidden: (rules.enabled ? rules.deny : []).map(({ message, match, severity }) => ({
      message,
      what: describeInWords(match),
      severity,
    })),
    required: unique(inForce.flatMap(requirementsOf)),
    added: inForce.map(hookOf),
    limits: limitsOf(rules),
  };
}

function languageOf({ format, targetVersion }: RuleSet): string | undefined {
  const words = [format, targetVersion && `version ${targetVersion}`].filter((one) => one !== undefined);
  return words.length === 0 ? undefined : words.join(', ');
}

function hookOf(rule: Rule): BriefHook {
  return {
    where: placeOf(rule),
    step: rule.step.name ?? rule.step.type,
    isGate: roleOf({ rule, observes: observes(rule.step) }) === 'gate',
  };
}

function placeOf(rule: Rule): string {
  const place = rule.anchor ? anchorPlace(rule) : pointPlace(rule);
  return rule.when ? `${place}, under a condition` : place;
}

function anchorPlace({ anchor, ...rule }: Rule): string {
  const place = `${anchor!.side} the step \`${anchor!.pattern.text}\``;
  return isOfTasks(rule) ? `${place} of ${unitsOf(rule)}` : place;
}

function pointPlace(rule: Rule): string {
  switch (rule.point) {
    case 'pre_root':
      return 'before all other steps';
    case 'post_roots':
      return 'before all tasks, after what sets up the run';
    case 'pre_task':
      return `before ${unitsOf(rule)}`;
    case 'post_task':
      return `after ${unitsOf(rule)}${endsOfTask[rule.run]}`;
    case 'final':
      return endOf(rule.run);
  }
}

const endsOfTask: Readonly<Record<Rule['run'], string>> = {
  success: '',
  failure: ', where it failed',
  abort: ', where it was stopped',
  always: ', whatever became of it',
};

function endOf(run: Rule['run']): string {
  switch (run) {
    case 'success':
      return 'at the end, where all went well';
    case 'failure':
      return 'at the end, where something failed';
    case 'abort':
      return 'at the end, where the run was stopped';
    case 'always':
      return 'at the end, whatever happened';
  }
}

/** "each task that runs `make deploy`" */
function unitsOf({ once, ...rule }: Pick<Rule, 'tasks' | 'match' | 'each' | 'ofNodes' | 'once'>): string {
  const which = [...namedAs(rule.tasks), ...(rule.match ? [describeInWords(rule.match) ?? 'fulfils a condition'] : [])];
  const unit = `${once ? 'the first' : 'each'} ${unitOf(rule)}`;
  return which.length === 0 ? unit : `${unit} that ${which.join(' and ')}`;
}

function unitOf({ each, ofNodes }: Pick<Rule, 'each' | 'ofNodes'>): string {
  return each === 'step' || ofNodes ? 'step' : 'task';
}

function namedAs(patterns: readonly Pattern[]): readonly string[] {
  if (patterns.some(({ text }) => text === '*' || text === '**')) return [];
  return [`is called ${patterns.map(({ text }) => `\`${text}\``).join(' or ')}`];
}

/** What nobody but the author of the workflow can fulfil. */
function requirementsOf(rule: Rule): readonly string[] {
  return [...countOf(rule), ...anchorOf(rule)];
}

function countOf(rule: Rule): readonly string[] {
  if (!isOfTasks(rule) || (!rule.expect && rule.optional)) return [];
  const what = [...namedAs(rule.tasks), ...(rule.match ? [describeInWords(rule.match) ?? 'fulfils a condition'] : [])];
  const { min = 1, max, per = 'run', message } = rule.expect ?? {};
  if ((what.length === 0 && max === undefined && min <= 1) || (min === 0 && max === undefined)) return [];
  const unit = unitOf(rule);
  const amount =
    max === undefined
      ? `at least ${min}`
      : min === max
        ? `exactly ${min}`
        : min === 0
          ? `at most ${max}`
          : `${min} to ${max}`;
  const isOne = (max ?? min) === 1;
  const units = `${amount} ${isOne ? unit : `${unit}s`}`;
  const scope = { run: '', workflow: ' in each workflow', dag: ' in each DAG' }[per];
  const which = what.length === 0 ? '' : `${isOne ? ' that' : ', each of which'} ${what.join(' and ')}`;
  return [`${units}${scope}${which}${message === undefined ? '' : ` (${message})`}`];
}

function anchorOf({ anchor, ...rule }: Rule): readonly string[] {
  if (anchor?.onMissing !== 'error') return [];
  const place = isOfTasks(rule) ? ` in ${unitsOf(rule)}` : '';
  return [`a step called \`${anchor.pattern.text}\`${place}`];
}

function limitsOf(rules: RuleSet): readonly string[] {
  const row = (most: number | undefined, what: string) => (most === undefined ? [] : [`at most ${most} ${what}`]);
  return [
    ...row(rules.maxAddedSteps, 'steps are added to it'),
    ...row(rules.maxLlmCalls, 'of those ask a language model'),
    ...row(rules.maxWebhooks, 'of those send something to somebody'),
    ...row(rules.maxAddedCriticalPath, 'of those run one after another'),
  ];
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
