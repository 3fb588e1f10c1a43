import { textOf } from '../../text/yaml-access.js';
import { entriesIn, usualIn } from './commands.js';
import type { JobText, PipelineDocument } from './document.js';
import { ofWindows, powershellIn } from './powershell.js';

/**
 * The job on whose runner hooks run that are about no job: the first one that a POSIX shell runs and whose tags mean the same elsewhere. Another
 * choice, such as the job with the fewest tags, would change hooks with each new job.
 */
export function firstOnRunner(jobs: readonly JobText[], document: PipelineDocument, text: string): JobText | undefined {
  const usual = usualIn(document.root, 'tags');
  if (usual && ofWindows(document, text) === undefined) return undefined;
  return jobs.find((job) => {
    if (!hasTagsForOthers(job, document, text) || powershellIn(job, document, text) !== undefined) return false;
    const value = job.fields.get('tags')?.pair.value;
    if (!value) return !usual && job.fields.unread('tags') === undefined;
    const { nodes, unread } = entriesIn(value, document, text);
    // In other jobs a variable of the job is not known.
    const isPlain = unread === undefined && nodes.every((node) => !textOf(node)?.includes('$'));
    return isPlain || !job.fields.get('variables');
  });
}

/** Does it say, by its tags or by having none, on which runners others may run? A job that starts a pipeline is on no runner. */
export function hasTagsForOthers(job: JobText, document: PipelineDocument, text: string): boolean {
  return !job.fields.get('trigger') && (!job.fields.get('tags') || isKnownOutside(job, 'tags', document, text));
}

/** Has what a job says a meaning in other jobs, which have no variables of its matrix? */
export function isKnownOutside({ fields }: JobText, key: string, document: PipelineDocument, text: string): boolean {
  const value = fields.get(key)?.pair.value;
  if (!value || !fields.get('parallel')) return value !== undefined;
  const { nodes } = entriesIn(value, document, text);
  return ![value, ...nodes].some(({ start, end }) => text.slice(start, end).includes('$'));
}
