import type { Field, PrintedMap, PrintedValue, TaggedList } from '../../text/print-yaml.js';
import { printedMap } from '../../text/printed-value.js';
import type { JobText } from './document.js';
import { isPlainData } from './plain-data.js';
import { type Jobs, type RuleFields, rulesOf, textIn, valueIn } from './when-of-jobs.js';

/**
 * The rules of a hook that is in a pipeline wherever a job is. What they say besides is about that job: where it may fail, a gate
 * must not, and where it waits for a person, a gate does not. Rules that say such things are written out without them, and others are referred to.
 */
export function hookRules(job: JobText, hook: HookStart, jobs: Jobs): PrintedValue {
  const { rules } = rulesOf(job, jobs);
  if (!rules.some((rule) => saysMore(rule, hook))) return referenceTo(job.name, 'rules');
  return rules.map((rule) => ruleOfHook(rule, hook));
}

/** What a hook says where its rules do not. */
export interface HookStart {
  /** How it starts, in the fields of a rule. */
  readonly start: readonly Field[];
  /** A workflow must not say by what its gate is run, so that the hook has no variables of it. */
  readonly isOfPolicy: boolean;
}

/** A reason, in words that end the sentence "…, because", and a sentence about the way out. */
export interface RulesProblem {
  readonly why: string;
  readonly instead: string;
}

/** Why the rules of a job cannot be those of a hook; `undefined` where they can. */
export function whyNoHookRules(job: JobText, hook: HookStart, jobs: Jobs): RulesProblem | undefined {
  const { rules, unread } = rulesOf(job, jobs);
  if (unread !== undefined)
    return {
      why: `${unread}, and may also say how the job starts, or that it may fail`,
      instead: `Write the rules of \`${job.name}\` into this file`,
    };
  if (rules.some((rule) => valueIn(rule, 'when') && textIn(rule, 'when') === undefined))
    return {
      why: 'the `when` of one of them is a reference to what was not read, and may leave the hook to a person',
      instead: 'Write that `when` into the rule',
    };
  const isPlain = rules.every((rule) => rule.every(({ value }) => isPlainData(value, jobs.file.text)));
  if (isPlain || !rules.some((rule) => saysMore(rule, hook))) return undefined;
  return {
    why: 'they would have to be written out, and a value in them is a reference',
    instead: 'Write that value into the rule',
  };
}

export function referenceTo(job: string, ...keys: readonly string[]): TaggedList {
  return { tag: '!reference', items: [job, ...keys] };
}

/** What a rule says of the job itself, and not of whether it is in the pipeline. */
export const ofJob: ReadonlySet<string> = new Set(['when', 'start_in', 'allow_failure', 'needs']);

function saysMore(rule: RuleFields, { start, isOfPolicy }: HookStart): boolean {
  const when = textIn(rule, 'when');
  const isLikeHook = when === undefined || when === 'never' || start.some(({ value }) => value === when);
  const left = ['allow_failure', 'needs', ...(isOfPolicy ? ['variables'] : [])];
  return !isLikeHook || left.some((key) => valueIn(rule, key) !== undefined);
}

/** A rule has to say something, so it always says how the hook starts. */
function ruleOfHook(rule: RuleFields, { start, isOfPolicy }: HookStart): PrintedMap {
  const pairs = rule.filter(({ key }) => !ofJob.has(key.value) && !(isOfPolicy && key.value === 'variables'));
  const { fields } = printedMap({ pairs });
  return { fields: [...fields, ...(textIn(rule, 'when') === 'never' ? [{ key: 'when', value: 'never' }] : start)] };
}
