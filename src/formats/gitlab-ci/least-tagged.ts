import { textOf } from '../../text/yaml-access.js';
import { entriesIn, usualIn } from './commands.js';
import type { JobText, PipelineDocument } from './document.js';
import { powershellIn } from './powershell.js';

/** Of jobs that all have tags, one with the fewest: more runners than those of the others may have these. */
export function leastTagged(document: PipelineDocument, text: string): JobText | undefined {
  if (usualIn(document.root, 'tags')) return undefined;
  const tagged = document.jobs.flatMap((job) => {
    if (!hasTagsForOthers(job, text) || powershellIn(job, document, text) !== undefined) return [];
    const value = job.fields.get('tags')?.pair.value;
    if (!value) return job.fields.unread('tags') === undefined ? [{ job, count: 0 }] : [];
    const { nodes, unread } = entriesIn(value, document, text);
    // In other jobs a variable of the job is not known.
    const isPlain = unread === undefined && nodes.every((node) => !textOf(node)?.includes('$'));
    return isPlain || !job.fields.get('variables') ? [{ job, count: nodes.length }] : [];
  });
  return tagged.toSorted((a, b) => a.count - b.count)[0]?.job;
}

/** Does it say, by its tags or by having none, on which runners others may run? A job that starts a pipeline is on no runner. */
export function hasTagsForOthers(job: JobText, text: string): boolean {
  return !job.fields.get('trigger') && (!job.fields.get('tags') || isKnownOutside(job, 'tags', text));
}

/** Has what a job says a meaning in other jobs, which have no variables of its matrix? */
export function isKnownOutside({ fields }: JobText, key: string, text: string): boolean {
  const value = fields.get(key)?.pair.value;
  return value !== undefined && !(fields.get('parallel') && text.slice(value.start, value.end).includes('$'));
}
