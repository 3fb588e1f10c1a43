import { asMap, pairOf } from '../../text/yaml-access.js';
import type { JobText, PipelineDocument } from './document.js';
import type { Pipeline } from './pipeline.js';
import { rulesOf, textIn } from './when-of-jobs.js';

/** Does it say that it is in pipelines of merge requests? */
export function isOfMergeRequests(job: JobText, pipeline: Pipeline): boolean {
  const only = job.fields.get('only')?.pair.value;
  if (only) return /\bmerge_requests\b/.test(pipeline.file.text.slice(only.start, only.end));
  const deciding = rulesOf(job, pipeline).rules.find((rule) => {
    const condition = textIn(rule, 'if');
    return condition === undefined || /merge_request/i.test(condition);
  });
  return deciding !== undefined && textIn(deciding, 'when') !== 'never';
}

/** With them, jobs without rules of their own are in all pipelines, and in none of merge requests without. */
export function hasRulesForAll({ root }: PipelineDocument): boolean {
  const workflow = asMap(pairOf(root, 'workflow')?.value);
  return workflow !== undefined && pairOf(workflow, 'rules') !== undefined;
}
