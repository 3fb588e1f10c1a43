import { leavesOpen } from '../../lang/shell/left-open.js';
import { isOfPolicy } from '../../model/layer.js';
import type { InjectedNode } from '../../model/plan.js';
import type { Field } from '../../text/print-yaml.js';
import { textOf } from '../../text/yaml-access.js';
import { afterScript } from './after-script.js';
import { commandsIn, usualFor, usualIn } from './commands.js';
import type { JobText, PipelineDocument } from './document.js';
import { earlyEndIn, toleranceIn } from './early-end.js';
import { hasTagsForOthers, isKnownOutside } from './first-runner.js';
import { referenceTo } from './hook-rules.js';
import type { Pipeline } from './pipeline.js';
import { isPowershell, powershellIn } from './powershell.js';
import { takesVariables, variablesForRules } from './rule-variables.js';

/**
 * Where the job of a hook runs. One around a job has what it would have among the commands of that job. Others run where
 * the first job runs, for no runner may take a job without tags, and a hook before jobs that a newer pipeline may stop must not prevent that.
 */
export function runnerFields(node: InjectedNode, companion: JobText | undefined, pipeline: Pipeline): readonly Field[] {
  const { document, settings, file } = pipeline;
  const { root, jobs } = document;
  const isPosix = (one: JobText) => powershellIn(one, document, file.text) === undefined;
  // A workflow must not say by what a gate of a policy is run.
  const isOwn = node.about !== undefined && !isOfPolicy(node.injection.rule);
  const [job] = (isOwn ? [jobs[node.about]!] : []).filter(isPosix);
  // It prints a line, and what prepares the job may need secrets that only the job has.
  const asks = node.injection.call.kind === 'approval';
  const given = (key: 'image' | 'tags'): readonly Field[] | undefined => {
    const value = settings[key];
    return value === undefined ? undefined : [{ key, value }];
  };
  const takenOver = (key: string, from = job): readonly Field[] =>
    from && isKnownOutside(from, key, document, file.text) ? [{ key, value: referenceTo(from.name, key) }] : [];
  return [
    ...(given('image') ?? [...takenOver('image'), ...(asks ? [] : takenOver('services'))]),
    ...(given('tags') ?? takenOver('tags', jobOfRunner(companion, pipeline))),
    ...variablesOf(node, job ?? companion, pipeline),
    ...(mayBeStopped(node, companion, document) ? [{ key: 'interruptible', value: true }] : []),
    ...(given('image') || asks || !isFit(job, pipeline)
      ? nothingOf(root, 'before_script')
      : takenOver('before_script')),
    // What all jobs run at their ends is about what these do.
    ...nothingOf(root, afterScript),
  ];
}

function variablesOf(node: InjectedNode, job: JobText | undefined, pipeline: Pipeline): readonly Field[] {
  if (!job) return [];
  if (takesVariables(node, job, pipeline)) return [{ key: 'variables', value: referenceTo(job.name, 'variables') }];
  const fields = variablesForRules(node, job, pipeline).map((name) => ({
    key: name,
    value: referenceTo(job.name, 'variables', name),
  }));
  return fields.length === 0 ? [] : [{ key: 'variables', value: { fields } }];
}

/** The job on whose runner a hook runs, if it has any of one. */
export function jobOfRunner(companion: JobText | undefined, pipeline: Pipeline): JobText | undefined {
  const { document, file } = pipeline;
  const { text } = file;
  const isFitting = companion && powershellIn(companion, document, text) === undefined;
  return isFitting && hasTagsForOthers(companion, document, text) ? companion : pipeline.firstOnRunner();
}

/** One that is not yet to be finished keeps GitLab from stopping the pipeline, whatever is behind it. */
function mayBeStopped(node: InjectedNode, companion: JobText | undefined, document: PipelineDocument): boolean {
  const { jobs, stages } = document;
  const first = stages.find((name) => jobs.some(({ stage }) => stage === name));
  const models = companion ? [companion] : node.stage === 0 ? jobs.filter(({ stage }) => stage === first) : [];
  return models.length > 0 && models.every(({ fields }) => textOf(fields.get('interruptible')?.pair.value) === 'true');
}

/** Do the commands before a hook let it run, and fail? */
function isFit(job: JobText | undefined, { document, file }: Pipeline): boolean {
  const { root } = document;
  const own = job?.fields.get('before_script')?.pair;
  const pair = own ?? (job ? usualFor(job, document, 'before_script') : usualIn(root, 'before_script'));
  if (!pair) return false;
  const { texts } = commandsIn(pair.value, document, file.text);
  if (texts.some(isPowershell) || leavesOpen(texts.join('\n'))) return false;
  return earlyEndIn(texts) === undefined && toleranceIn(texts) === undefined;
}

function nothingOf(root: PipelineDocument['root'], key: string): readonly Field[] {
  return usualIn(root, key) ? [{ key, value: [] }] : [];
}
