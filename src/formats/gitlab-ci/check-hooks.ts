import type { Report } from '../../diagnostics/diagnostics.js';
import type { InjectedNode, KeptNode, PlannedNode } from '../../model/plan.js';
import { isOfTaskEnd, mayFail, type Rule } from '../../model/rule.js';
import type { Dag } from '../../model/workflow.js';
import { asSequence, resolved } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';
import { whyNoApproval } from './approval.js';
import { checkCancelled } from './check-cancelled.js';
import { checkEnd } from './check-ends.js';
import { checkTriggers } from './check-triggers.js';
import type { Field, JobText, PipelineDocument } from './document.js';
import { hookStart } from './hook-fields.js';
import { whyNoHookRules } from './hook-rules.js';
import { lostWithStages } from './included-jobs.js';
import { isConditional, mayBeMissing } from './jobs.js';
import { hasRulesForAll, isOfMergeRequests } from './merge-requests.js';
import { isOptionalNeed, nameInNeed } from './needs.js';
import { needsAreReferred } from './needs-by-reference.js';
import { rulesPassHooks } from './needs-of-rules.js';
import { mayBeRepeated } from './needs-taken-over.js';
import { isOptionalHook } from './optional-hooks.js';
import type { Pipeline } from './pipeline.js';
import { isPlainData } from './plain-data.js';
import type { PlannedHooks } from './planned-hooks.js';
import { whyRulesDiffer } from './rule-variables.js';
import { whyNoPipeline } from './started-pipeline.js';
import { failureByRules, isLeftToOthers, startsOnFailure } from './when-of-jobs.js';

/** Reports hooks that GitLab cannot run as they are meant. */
export function checkHook(node: InjectedNode, hooks: PlannedHooks, dag: Dag, pipeline: Pipeline, report: Report): void {
  const { document } = pipeline;
  const { injection, needs } = node;
  const { call, rule, statusReport } = injection;
  const args = { rule: rule.id, dag: dag.name };
  const isRoot = dag.index === 0;
  if (call.kind === 'approval') {
    const problem = whyNoApproval(injection, call, isRoot);
    if (problem) report('DW621', { ...args, ...problem }, { span: rule.span });
  }
  if (call.kind === 'spawn') {
    const problem = whyNoPipeline(injection, call, isRoot) ?? (document.root.flow ? { why: inBraces } : undefined);
    if (problem) report('DW629', { ...args, what: 'start another pipeline', ...problem }, { span: rule.span });
  }
  if (call.kind === 'script' && call.script.trimStart().startsWith('#!'))
    report('DW630', { rule: rule.id }, { span: rule.span });
  if (rule.run === 'abort') {
    const why = 'GitLab starts no job of a pipeline that was cancelled';
    report('DW629', { ...args, what: 'run when the run is stopped', why }, { span: rule.span });
  }
  if (statusReport && isRoot)
    report(
      'DW629',
      { ...args, what: 'tell a later action how it ended', why: 'GitLab hands no output of a job to others' },
      { span: rule.span },
    );
  const companion = isRoot ? hooks.companionOf(node) : undefined;
  const noRules =
    companion && (whyNoHookRules(companion, hookStart(node), pipeline) ?? whyRulesDiffer(node, companion, pipeline));
  if (companion && noRules)
    report('DW629', { ...args, what: `have the rules of \`${companion.name}\``, ...noRules }, { span: rule.span });
  if (isRoot && isOfTaskEnd(rule) && node.about !== undefined) checkPastFailure(rule, node.about, pipeline, report);
  if (isRoot) {
    checkEnd(node, pipeline, report);
    checkCancelled(node, document, report);
    checkTriggers(node, pipeline, report);
  }
  if (isRoot && document.isIncluded && node.about === undefined && needs && needs.length > 0)
    report('DW222', { hook: node.name, dag: dag.name }, { span: rule.span });
  if (needs && needs.length > mostNeeds)
    report(
      'DW631',
      { ...args, count: needs.length, most: mostNeeds, isFinal: rule.point === 'final' },
      { span: rule.span },
    );
}

/** Reports a hook that GitLab would not start behind a job that failed, and why it is no part of that job. */
function checkPastFailure(rule: Rule, at: number, pipeline: Pipeline, report: Report): void {
  const { file, document, bodies, workflow } = pipeline;
  const job = document.jobs[at]!;
  const body = workflow.dags[0]!.nodes[at]!.call?.dag;
  const { start, end } = job.pair.key;
  const why = whyNotPastFailure(rule, job, pipeline);
  const { end: atEnd } = body === undefined ? {} : bodies[body - 1]!;
  // Only what may fail is there, so that such a rule would not be here.
  const instead = atEnd && atEnd.closed === undefined ? inJob(job) : inNoJob(job, rule);
  const args = { rule: rule.id, run: rule.run, places: [job.name], instead };
  if (why !== undefined) report('DW479', { ...args, why }, { span: rule.span });
  const closed = atEnd?.closed;
  if (closed !== undefined && mayFail(rule))
    report('DW282', { node: job.name, why: closed }, { span: { file: file.path, start, end } });
}

function inJob({ name }: JobText): string {
  return `Write \`on_failure: continue\` in the rule: then the hook is at the end of \`${name}\` itself, in its \`after_script\``;
}

/** At the end of the pipeline a hook for failures sees none that is allowed. */
function inNoJob({ name, fields }: JobText, { run }: Rule): string | undefined {
  if (run !== 'failure' || !fields.get('allow_failure')) return undefined;
  return `Remove \`allow_failure\` from \`${name}\`, or exclude that job with \`tasks_exclude\``;
}

function whyNotPastFailure({ run }: Rule, job: JobText, pipeline: Pipeline): string | undefined {
  const { name } = job;
  if (isLeftToOthers(job, pipeline))
    return `\`${name}\` need not run at all, and nothing behind it starts until it has ended`;
  if (run === 'failure' && (job.fields.get('allow_failure') || failureByRules(job, pipeline).allowed))
    return `\`${name}\` may fail (\`allow_failure\`), and GitLab counts that as a success`;
  return undefined;
}

const inBraces = 'the jobs are in braces, where only the commands of a job can tell that it is a hook';

/** GitLab takes so many by default. */
const mostNeeds = 50;

/** Reports jobs that would have to wait for a hook in a way that a list of names cannot say. */
export function checkKept(
  kept: KeptNode,
  nodes: readonly PlannedNode[],
  hooks: PlannedHooks,
  pipeline: Pipeline,
  report: Report,
): void {
  const { jobs } = pipeline.document;
  const job = jobs[kept.node]!;
  const { span, heirs } = pipeline.workflow.dags[0]!.nodes[kept.node]!;
  if (rulesPassHooks(kept, nodes, pipeline)) {
    const why = 'rules of it have `needs` of their own, which take the place of those of the job';
    report('DW478', { node: job.name, why, starts: 'by rules' }, { span });
  }
  if (!kept.needs) return;
  // It would take over the list of needs, and has none of its own.
  const heirAt = heirs!.find((at) => !hooks.changed.has(at));
  const heir = heirAt === undefined ? undefined : jobs[heirAt]!.name;
  const whyHeir = heir && `\`${heir}\` extends it and would wait for the hook as well`;
  const late = whyTooLate(kept, kept.needs, hooks, pipeline);
  const own = whyNoNeeds(kept, kept.needs, nodes, pipeline) ?? late;
  const absent = jobThatMayBeMissing(job, kept.needs, hooks, pipeline.document)?.name;
  const missing = absent ?? missingInMergeRequests(job, kept.needs, hooks, pipeline)?.name;
  const others = absent ? `\`${job.name}\` is in others, too` : 'jobs without `rules` are in none of merge requests';
  const whyMissing = missing && `the hook is only in pipelines in which \`${missing}\` is, and ${others}`;
  const why = own ?? whyHeir ?? whyMissing;
  const starts = startsOnFailure(job, pipeline) ? 'on failure' : own && own === late ? 'too early' : undefined;
  const lost = lostWithStages(kept, nodes, pipeline);
  const reasons = { heir: own ? undefined : heir, missing: (own ?? heir) ? undefined : missing };
  const unread = lost === 'order' || lost === 'stages';
  if (why !== undefined) report('DW478', { node: job.name, why, starts, ...reasons, unread }, { span });
  else if (lost === 'artifacts') report('DW290', { node: job.name }, { span });
}

function whyNoNeeds(
  kept: KeptNode,
  needs: readonly string[],
  nodes: readonly PlannedNode[],
  pipeline: Pipeline,
): string | undefined {
  const { document, file } = pipeline;
  const job = document.jobs[kept.node]!;
  if (startsOnFailure(job, pipeline))
    return 'it starts where something failed (`when: on_failure`), and never behind a hook that did not run';
  const field = job.fields.get('needs');
  if (needsAreReferred(job, file.text))
    return 'its list of needs is a reference (`!reference`), in which no hook can be written';
  const items = writtenNeeds(job);
  if (field && !mayBeWritten(field, items, file.text)) return 'it takes over a list of needs that says more than names';
  if (field && !field.own && field.from === undefined) return 'its list of needs is merged into it';
  const left = field ? undefined : jobsNamed(needs, document).find((other) => isLeftToOthers(other, pipeline));
  if (left)
    return `its needs would have to be written down, and \`${left.name}\` before it need not run, which only stages take for an end`;
  const lost = lostWithStages(kept, nodes, pipeline);
  if (lost === 'order')
    return 'its needs would have to be written down, and jobs of other files that it may wait for are not known';
  if (lost === 'stages')
    return 'its needs would have to be written down, and the order of the stages is in a file that was not read';
  return needs.length > mostNeeds ? `it would have ${needs.length} needs, and GitLab takes ${mostNeeds}` : undefined;
}

/** GitLab refuses a job that needs one of a later stage. */
function whyTooLate(
  { node }: KeptNode,
  needs: readonly string[],
  hooks: PlannedHooks,
  { workflow }: Pipeline,
): string | undefined {
  const { stage } = workflow.dags[0]!.nodes[node]!;
  const late = hooks.named(needs).find((hook) => hook.stage! > stage!);
  return late && `\`${late.name}\` has to be in a later stage, behind what it waits for itself`;
}

/** Can the job have a list that says the same, and a hook besides? */
function mayBeWritten({ own, pair }: Field, items: readonly YamlNode[], text: string): boolean {
  if (items.every((item) => resolved(item)?.kind === 'scalar')) return true;
  return own ? mayBeWrittenOut(pair.value, text) : mayBeRepeated(items, text);
}

/** An alias gives way to the list that it repeats. Of a long one, many jobs would make a text that is too long to be of use. */
function mayBeWrittenOut(needs: YamlNode, text: string): boolean {
  if (needs.kind !== 'alias') return true;
  return needs.target !== undefined && needs.target.end - needs.target.start <= longestList && isPlainData(needs, text);
}

const longestList = 5000;

/** In the order of the file. */
function jobsNamed(names: readonly string[], { byName }: PipelineDocument): readonly JobText[] {
  return [...new Set(names)].flatMap((name) => byName.get(name) ?? []).sort((a, b) => a.entry - b.entry);
}

function writtenNeeds({ fields }: JobText): readonly YamlNode[] {
  const value = fields.get('needs')?.pair.value;
  const node = value && resolved(value);
  return node?.kind === 'sequence' ? node.items.map((item) => item.value) : node ? [node] : [];
}

/** Jobs without which there is no pipeline with this one. */
function certainNeeds(job: JobText): readonly string[] {
  return writtenNeeds(job).flatMap((item) => (isOptionalNeed(item) ? [] : (nameInNeed(item) ?? [])));
}

/** The job without rules whose pipelines a hook is in, where one of merge requests is written to need it only where it is there. */
function missingInMergeRequests(
  job: JobText,
  needs: readonly string[],
  hooks: PlannedHooks,
  pipeline: Pipeline,
): JobText | undefined {
  const { document } = pipeline;
  const field = job.fields.get('needs')?.pair.value;
  if (!asSequence(field) || hasRulesForAll(document) || !isOfMergeRequests(job, pipeline)) return undefined;
  const certain = new Set(certainNeeds(job));
  const models = demandedHooks(job, needs, hooks, document).flatMap((hook) => hooks.companionOf(hook) ?? []);
  return models.find((model) => model !== job && !mayBeMissing(model) && !certain.has(model.name));
}

/** The job whose rules a hook has, where the one that waits for the hook does not need that job in any case. */
function jobThatMayBeMissing(
  job: JobText,
  needs: readonly string[],
  hooks: PlannedHooks,
  document: PipelineDocument,
): JobText | undefined {
  const certain = new Set(certainNeeds(job));
  const models = demandedHooks(job, needs, hooks, document).flatMap((hook) => hooks.companionOf(hook) ?? []);
  return models.find((model) => model !== job && isConditional(model) && !certain.has(model.name));
}

/** Hooks without which GitLab would refuse a pipeline with the job. */
function demandedHooks(
  job: JobText,
  needs: readonly string[],
  hooks: PlannedHooks,
  document: PipelineDocument,
): readonly InjectedNode[] {
  return hooks.named(needs).filter((one) => !isOptionalHook(one, job, document));
}
