import { textOf } from '../../text/yaml-access.js';
import type { YamlNode, YamlPair } from '../../text/yaml-node.js';
import { entriesIn, valueReferredTo } from './commands.js';
import type { JobText, PipelineDocument } from './document.js';
import { mergedPairs } from './merged.js';
import { withReferred } from './referred-rules.js';

/** What jobs are part of. */
export interface Jobs {
  readonly document: PipelineDocument;
  readonly file: { readonly text: string };
}

/** May it be in a pipeline and never start, because it waits for a person or for a failure? */
export function isLeftToOthers(job: JobText, jobs: Jobs): boolean {
  return saidWhen(job, jobs).some((when) => when === 'manual' || when === 'on_failure');
}

/**
 * Does GitLab go on without it where no person or failure starts it, and skip what needs it? `sometimes` where that depends on which of its
 * rules matches.
 */
export function idleness(job: JobText, jobs: Jobs): 'sometimes' | 'yes' | undefined {
  const own = { when: textOf(saidBy(job, 'when', jobs)), allowed: saidBy(job, 'allow_failure', jobs) };
  const rules = rulesOf(job, jobs).rules.filter((rule) => textIn(rule, 'when') !== 'never');
  const starts = job.fields.get('rules') ? rules.map((rule) => ofRule(rule, own)) : [ofRule([], own)];
  const idle = starts.filter(({ when, mayFail }) => when === 'on_failure' || (when === 'manual' && mayFail));
  if (idle.length === 0) return undefined;
  return idle.length < starts.length ? 'sometimes' : 'yes';
}

/** What a person starts may fail unless its rule says that, or something else is said. */
function ofRule(rule: RuleFields, own: { readonly when: string | undefined; readonly allowed: YamlNode | undefined }) {
  const when = textIn(rule, 'when');
  const allowed = valueIn(rule, 'allow_failure') ?? own.allowed;
  return { when: when ?? own.when, mayFail: allowed ? textOf(allowed) === 'true' : when === undefined };
}

/** Does it run whatever became of what is before it? */
export function saysAlways(job: JobText, jobs: Jobs): boolean {
  return saidWhen(job, jobs).includes('always');
}

/** Where one of its rules matches, the job may fail, or may not, whatever it says itself. */
export function failureByRules(job: JobText, jobs: Jobs): { readonly allowed: boolean; readonly counted: boolean } {
  const said = rulesOf(job, jobs).rules.map((rule) => textIn(rule, 'allow_failure'));
  return { allowed: said.includes('true'), counted: said.includes('false') };
}

/** Does it start where something before it failed, and only there? */
export function startsOnFailure(job: JobText, jobs: Jobs): boolean {
  return saidWhen(job, jobs).includes('on_failure');
}

function saidWhen(job: JobText, jobs: Jobs): readonly (string | undefined)[] {
  const rules = rulesOf(job, jobs).rules.map((rule) => textIn(rule, 'when'));
  return [textOf(saidBy(job, 'when', jobs)), ...rules];
}

/** What a job itself says under a key, references followed. */
export function saidBy({ fields }: JobText, key: string, { document, file }: Jobs): YamlNode | undefined {
  const value = fields.get(key)?.pair.value;
  return value && valueReferredTo(value, document, file.text);
}

/** The fields of a rule, merge keys and references followed. */
export type RuleFields = readonly YamlPair[];

export interface JobRules {
  readonly rules: readonly RuleFields[];
  /** Why there may be others, in words that end the sentence "…, because"; `undefined` where not. */
  readonly unread: string | undefined;
}

export function rulesOf({ fields }: JobText, { document, file }: Jobs): JobRules {
  const written = fields.get('rules')?.pair.value;
  if (!written) return { rules: [], unread: undefined };
  const { nodes, unread } = entriesIn(written, document, file.text);
  const rules = nodes.flatMap((node) => (node.kind === 'map' ? [mergedPairs(node)] : []));
  return { rules: rules.map((pairs) => pairs.map((pair) => withReferred(pair, document, file.text))), unread };
}

export function valueIn(rule: RuleFields, key: string): YamlNode | undefined {
  return rule.find((pair) => pair.key.value === key)?.value;
}

export function textIn(rule: RuleFields, key: string): string | undefined {
  return textOf(valueIn(rule, key));
}
