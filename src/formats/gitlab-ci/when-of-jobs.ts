import { pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { entriesIn } from './commands.js';
import type { JobText } from './document.js';
import type { Pipeline } from './pipeline.js';

/** What jobs are part of. */
export type Jobs = Pick<Pipeline, 'document' | 'file'>;

/** May it be in a pipeline and never start, because it waits for a person or for a failure? */
export function isLeftToOthers(job: JobText, jobs: Jobs): boolean {
  return saidWhen(job, jobs).some((when) => when === 'manual' || when === 'on_failure');
}

/** Does it run whatever became of what is before it? */
export function saysAlways(job: JobText, jobs: Jobs): boolean {
  return saidWhen(job, jobs).includes('always');
}

/** Does one of its rules say itself how the job starts where it matches, or may one that is in a file that was not read? */
export function rulesSayWhen(job: JobText, jobs: Jobs): boolean {
  const { rules, unread } = rulesOf(job, jobs);
  return unread || rules.some((rule) => ![undefined, 'never'].includes(whenIn(rule)));
}

function saidWhen(job: JobText, jobs: Jobs): readonly (string | undefined)[] {
  return [textOf(job.fields.get('when')?.pair.value), ...rulesOf(job, jobs).rules.map(whenIn)];
}

function whenIn(rule: YamlMap): string | undefined {
  return textOf(pairOf(rule, 'when')?.value);
}

function rulesOf(
  { fields }: JobText,
  { document, file }: Jobs,
): { readonly rules: readonly YamlMap[]; readonly unread: boolean } {
  const written = fields.get('rules')?.pair.value;
  if (!written) return { rules: [], unread: false };
  const { nodes, unread } = entriesIn(written, document, file.text);
  const maps = nodes.flatMap((node) => (node.kind === 'map' ? [node] : []));
  return { rules: maps, unread: unread !== undefined };
}
