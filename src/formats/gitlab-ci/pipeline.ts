import type { Report } from '../../diagnostics/diagnostics.js';
import { createDag } from '../../model/create-dag.js';
import { createNode } from '../../model/create-node.js';
import { hookPrefix } from '../../model/mark.js';
import type { SourceFile } from '../../model/source.js';
import type { Node, Workflow } from '../../model/workflow.js';
import type { PrintedItem } from '../../text/print-yaml.js';
import { asMap, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode, YamlSequence } from '../../text/yaml-node.js';
import { whenAsked } from '../when-asked.js';
import { readBareText } from '../yaml-steps/bare-step.js';
import { markAbove } from '../yaml-steps/mark.js';
import type { ListedStep, StepList, StepSpelling, StepText } from '../yaml-steps/step-list.js';
import { type AfterScript, afterScript, readAfterScript } from './after-script.js';
import { commandsIn } from './commands.js';
import type { JobText, PipelineDocument } from './document.js';
import { firstOnRunner } from './first-runner.js';
import { isConditional, mayBeMissing, readJobs } from './jobs.js';
import { matrixOf } from './matrix.js';
import { withMerged } from './merged.js';
import { needTakenOver } from './needs-taken-over.js';
import { type JobScript, readScripts, takersOf } from './scripts.js';
import type { GitlabSettings } from './settings.js';
import { readVariables } from './variables.js';

/** A pipeline as a workflow: its jobs are the root, and the commands of each job are a DAG of their own. */
export interface Pipeline {
  readonly file: SourceFile;
  readonly document: PipelineDocument;
  readonly settings: GitlabSettings;
  readonly workflow: Workflow;
  /** `texts[n]` is the text of `workflow.dags[n]`. */
  readonly texts: readonly StepText[];
  /** By DAG from 1 on. */
  readonly bodies: readonly Body[];
  /** Lists of commands that take no hooks, and may hold some from before that was so. */
  readonly closed: readonly ClosedList[];
  /** The job on whose runner hooks run that are about no job. */
  firstOnRunner(): JobText | undefined;
}

export interface ClosedList {
  readonly job: JobText;
  readonly key: string;
  readonly script: AfterScript['script'];
  readonly text: StepText;
}

export interface Body extends JobScript {
  readonly job: JobText;
  readonly end: JobEnd;
}

/** What a job runs at its end, as a list of steps that is no DAG: it is the handler of the job. */
export interface JobEnd extends AfterScript {
  readonly text: StepText;
}

interface Reading {
  readonly settings: GitlabSettings;
  /** Paths of files that it includes and nobody named. */
  readonly unread: readonly string[];
}

export function readWorkflow(
  file: SourceFile,
  document: PipelineDocument,
  { settings, unread }: Reading,
  report: Report,
): Pipeline {
  const { path, text } = file;
  const found = readScripts(document, text);
  const own = [...found].filter(([job]) => !isHookJob(job, document, text));
  for (const [{ name, pair }, { closed }] of own) {
    const span = { file: path, start: pair.key.start, end: pair.key.end };
    if (closed !== undefined) report('DW273', { node: name, why: closed }, { span });
  }
  const scripts = new Map(own.filter(([, { closed }]) => closed === undefined));
  const takers = takersOf(document, text, afterScript);
  const bodies = [...scripts].map(([job, script], at): Body => {
    const end = readAfterScript(job, document, takers, text);
    return { ...script, job, end: { ...end, text: plainText(job, end, afterScript, at + 1, file, document) } };
  });
  const closed = own
    .filter(([, script]) => script.closed !== undefined)
    .flatMap(([job, { script }]) => [
      { job, key: 'script', script },
      { job, key: afterScript, script: readAfterScript(job, document, takers, text).script },
    ])
    .filter(({ script }) => script.kind === 'list')
    .map((one, at): ClosedList => ({ ...one, text: plainText(one.job, one, one.key, at, file, document) }));
  const indexes = new Map(document.jobs.map(({ name }, index) => [name, index]));
  const place = {
    file: path,
    text,
    hasOthers: document.hasOthers,
    lookUp: (name: string) => indexes.get(name),
    isConditional: (job: number) => isConditional(document.jobs[job]!),
  };
  const { root, stages } = document;
  const begin = document.jobs[0]?.pair.key ?? root.pairs[0]?.key ?? root;
  const rootDag = createDag({
    index: 0,
    name: path.replace(/^.*[/\\]/, ''),
    file: path,
    nodes: readJobs(document, scripts, { ...place, isHook: (job) => isHookJob(job, document, text) }, report),
    readings: [{ name: 'GitLab', sequence: 'stages' }],
    lastStage: stages.length - 1,
    runsPastFailure: true,
    env: readVariables([pairOf(root, 'variables')?.value], document, text),
    span: { file: path, start: begin.start, end: begin.end },
  });
  const rootText: StepText = {
    dag: rootDag,
    list: {
      node: root,
      opening: 0,
      steps: document.jobs.map((job) => listedJob(job, root, scripts.has(job))),
      breaks: document.breaks,
    },
    spelling: {
      ...jobSpelling,
      marksInCommand: root.flow,
      needItem: (name, of) => {
        const job = document.byMap.get(of);
        return (job && needTakenOver(name, job)) ?? needItem(name, document, job !== undefined && isConditional(job));
      },
    },
  };
  const others = bodies.map((body, at) => bodyText(body, at + 1, file, document));
  const texts = [rootText, ...others];
  const dags = texts.map(({ dag }) => dag);
  const workflow: Workflow = {
    format: 'gitlab-ci',
    files: [file],
    dags,
    roots: [0],
    inherits: true,
    findBeside: 'all',
    unread,
  };
  const first = whenAsked(() =>
    firstOnRunner(
      document.jobs.filter((job) => !isHookJob(job, document, text)),
      document,
      text,
    ),
  );
  return { file, document, settings, workflow, texts, bodies, closed, firstOnRunner: first };
}

/** An added job has a mark, or its text begins with its name, and so no job of others is taken for one. */
function isHookJob({ name, map, pair, entry }: JobText, { root }: PipelineDocument, text: string): boolean {
  if (!name.startsWith(hookPrefix)) return false;
  const script = pairOf(map, 'script')?.value;
  if (script?.kind === 'scalar' ? readBareText(script.value).name === name : startsAsHook(map)) return true;
  return markAbove(text, pair.start, root.pairs[entry - 1]?.value.end ?? 0, { pastComments: true }) !== undefined;
}

/** Does it start a pipeline in the form that hooks have? */
function startsAsHook(map: YamlMap): boolean {
  const trigger = asMap(pairOf(map, 'trigger')?.value);
  return trigger !== undefined && textOf(pairOf(trigger, 'strategy')?.value) === 'depend' && !!pairOf(map, 'stage');
}

const shared = { isKey: (written: string, key: string) => written === key, fieldOf: pairOf, description: undefined };
const commandSpelling: StepSpelling = { ...shared, name: 'name', needs: 'needs', commands: ['script'], bare: true };
const jobSpelling: StepSpelling = {
  ...shared,
  name: 'name',
  needs: 'needs',
  commands: ['script'],
  nameInCommand: true,
};

/**
 * What rules may leave out must not be missed. Without rules a job is in no pipeline of a merge request, in which one with rules may be.
 * @param hasRules does the one that needs it have rules?
 */
export function needItem(name: string, { byName }: PipelineDocument, hasRules: boolean): PrintedItem {
  const job = byName.get(name);
  return job && (hasRules || mayBeMissing(job)) ? optionalNeed(name) : name;
}

export function optionalNeed(name: string): PrintedItem {
  return {
    fields: [
      { key: 'job', value: name },
      { key: 'optional', value: true },
    ],
  };
}

function listedJob({ pair, map, entry }: JobText, root: YamlMap, hasBody: boolean): ListedStep {
  const step = {
    node: pair.value,
    map: withMerged(map),
    key: pair.key,
    start: pair.start,
    entry,
    group: undefined,
    inFlow: root.flow,
  };
  return hasBody ? { ...step, inner: ['script', afterScript] } : step;
}

function bodyText(body: Body, index: number, file: SourceFile, document: PipelineDocument): StepText {
  const { job, end } = body;
  const { key } = job.pair;
  const list = listOf(job, body.script, 'script');
  const dag = createDag({
    index,
    name: job.name,
    file: file.path,
    nodes: commandNodes(list, file, document),
    readings: [{ name: 'GitLab', sequence: 'only' }],
    env: readVariables(job.fields.all('variables'), document, file.text),
    given: givenByMatrix(job, document, file.text),
    takesAtEnd: end.closed === undefined ? { failureCounts: false } : undefined,
    ofCommands: true,
    span: { file: file.path, start: key.start, end: key.end },
  });
  return { dag, list, spelling: commandSpelling };
}

/** Another value for each of the jobs that GitLab makes. */
function givenByMatrix(job: JobText, document: PipelineDocument, text: string): ReadonlyMap<string, string> {
  const names = matrixOf(job, document, text).flatMap(({ pairs }) => pairs.map(({ key }) => key.value));
  return new Map(names.map((name) => [name, 'parallel.matrix']));
}

/** Commands that are no DAG. */
function plainText(
  job: JobText,
  { script }: Pick<AfterScript, 'script'>,
  field: string,
  index: number,
  file: SourceFile,
  document: PipelineDocument,
): StepText {
  const { path } = file;
  const { start, end } = job.pair.key;
  const list = listOf(job, script, field);
  const nodes = commandNodes(list, file, document);
  const dag = createDag({
    index,
    name: job.name,
    file: path,
    nodes,
    readings: [],
    span: { file: path, start, end },
  });
  return { dag, list, spelling: commandSpelling };
}

function commandNodes(
  { node: list, steps }: StepList,
  { path, text }: SourceFile,
  document: PipelineDocument,
): readonly Node[] {
  return steps.map(({ node }, at): Node => {
    const bare = node.kind === 'scalar' ? readBareText(node.value) : undefined;
    const name = bare?.name ?? `line ${at + 1}`;
    const command = bare?.command ?? commandsIn(node, document, text).texts.join('\n');
    const span = { file: path, start: node.start, end: Math.min(node.end, node.start + 120) };
    const named = bare?.name !== undefined;
    return createNode({
      index: at,
      name,
      named,
      // Hooks are in lists; elsewhere a text that begins like one may be that of a job which was renamed.
      isOwn: list === undefined,
      entry: at,
      type: 'script',
      kinds: ['script', 'shell'],
      command,
      span,
    });
  });
}

function listOf({ pair: { key } }: JobText, script: AfterScript['script'], field: string): StepList {
  const alone = (node: YamlNode): ListedStep => {
    return { node, map: undefined, key: undefined, start: node.start, entry: 0, group: undefined, inFlow: false };
  };
  if (script.kind === 'missing') return { node: undefined, steps: [], opening: key.end };
  if (script.kind === 'value') return { node: undefined, steps: [alone(script.value)], opening: script.value.start };
  if (script.kind === 'taken over')
    return { node: undefined, steps: [alone(referenceTo([script.from, field], key))], opening: key.end };
  const { list, pair } = script;
  const steps = list.items.map(({ start, value }, entry): ListedStep => {
    return { ...alone(value), start, entry, inFlow: list.flow };
  });
  return { node: list, steps, opening: pair.key.end };
}

/** What is written in its place where hooks go in. */
function referenceTo(
  path: readonly string[],
  { start, end }: { readonly start: number; readonly end: number },
): YamlSequence {
  const item = (value: string) => ({
    start,
    value: { kind: 'scalar', start, end, anchor: undefined, style: 'plain', value, type: 'string' } as const,
  });
  return { kind: 'sequence', start, end, anchor: undefined, flow: true, items: path.map(item) };
}

export function stageName({ stages }: PipelineDocument, stage: number | undefined): string {
  return stages[stage ?? 0]!;
}
