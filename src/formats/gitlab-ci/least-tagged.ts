import { textOf } from '../../text/yaml-access.js';
import { entriesIn, usualIn } from './commands.js';
import type { JobText, PipelineDocument } from './document.js';
import { powershellIn } from './powershell.js';

/** Of jobs that all have tags, one with the fewest: more runners than those of the others may have these. */
export function leastTagged(document: PipelineDocument, text: string): JobText | undefined {
  if (usualIn(document.root, 'tags')) return undefined;
  const tagged = document.jobs.flatMap((job) => {
    if (job.fields.get('trigger') || powershellIn(job, document, text) !== undefined) return [];
    const value = job.fields.get('tags')?.pair.value;
    if (!value) return job.fields.unread('tags') === undefined ? [{ job, count: 0 }] : [];
    const { nodes, unread } = entriesIn(value, document, text);
    // In other jobs a variable of the job is not known.
    const isPlain = unread === undefined && nodes.every((node) => !textOf(node)?.includes('$'));
    return isPlain || !job.fields.get('variables') ? [{ job, count: nodes.length }] : [];
  });
  return tagged.toSorted((a, b) => a.count - b.count)[0]?.job;
}
