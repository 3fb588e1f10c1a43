import { isOfPolicy } from '../../model/layer.js';
import type { InjectedNode, PlannedNode } from '../../model/plan.js';
import { isOfTaskEnd, mayFail, type Rule } from '../../model/rule.js';
import type { Field, PrintedItem } from '../../text/print-yaml.js';
import type { JobText } from './document.js';
import { takesNoFiles } from './files-of-jobs.js';
import { type HookStart, hookRules, referenceTo } from './hook-rules.js';
import { commandText, jobText, retriesOfJob } from './hook-script.js';
import { hooksElsewhere } from './hooks-elsewhere.js';
import { isConditional, mayBeMissing } from './jobs.js';
import { needItem, optionalNeed, type Pipeline, stageName } from './pipeline.js';
import { plannedHooks } from './planned-hooks.js';
import { runnerFields } from './runner-fields.js';
import { triggerFields } from './started-pipeline.js';

/** An injected node in the fields of a job, or as one of the commands of a job. */
export function hookFields(
  pipeline: Pipeline,
  dag: number,
  nodes: readonly PlannedNode[] = [],
): (node: InjectedNode) => readonly Field[] {
  const hooks = new Map(nodes.flatMap((one) => (one.kind === 'injected' ? [[one.name, one] as const] : [])));
  const companion = plannedHooks(nodes, pipeline.document).companionOf;
  const elsewhere = dag === 0 ? undefined : hooksElsewhere(nodes, dag, pipeline);
  return (node) =>
    dag === 0
      ? jobFields(node, { hooks, companion }, pipeline)
      : [
          { key: 'name', value: node.name },
          { key: 'script', value: commandText(node, elsewhere?.has(node) === true) },
        ];
}

interface Hooks {
  readonly hooks: ReadonlyMap<string, InjectedNode>;
  companion(node: InjectedNode): JobText | undefined;
}

function jobFields(node: InjectedNode, hooks: Hooks, pipeline: Pipeline): readonly Field[] {
  const { call, rule } = node.injection;
  const job = hooks.companion(node);
  const needs = node.needs?.map((name) => neededJob(name, job, hooks, pipeline));
  const soft: readonly Field[] = mayFail(rule) ? [{ key: 'allow_failure', value: true }] : [];
  const retries = retriesOfJob(node.injection);
  const isTrigger = call.kind === 'spawn' && call.inSameFile === false;
  const what: readonly Field[] = isTrigger
    ? triggerFields(call)
    : [...runnerFields(node, job, pipeline), { key: 'script', value: `# ${node.name}\n${jobText(node)}` }];
  const hasNoFiles = !isTrigger && takesNoFiles(node, what, pipeline);
  return [
    { key: 'name', value: node.name },
    { key: 'stage', value: stageName(pipeline.document, node.stage) },
    ...(needs ? [{ key: 'needs', value: needs }] : []),
    ...(hasNoFiles ? [{ key: 'dependencies', value: [] }] : []),
    ...conditions(node, job, pipeline),
    ...soft,
    ...(retries > 0 ? [{ key: 'retry', value: retries }] : []),
    ...what,
  ];
}

function neededJob(
  name: string,
  own: JobText | undefined,
  { hooks, companion }: Hooks,
  { document }: Pipeline,
): PrintedItem {
  if (own?.name === name) return name;
  const hook = hooks.get(name);
  // Jobs without rules are in no pipeline of a merge request.
  const lacksPlain = own ? isConditional(own) : document.jobs.some(mayBeMissing);
  if (!hook) return needItem(name, document, lacksPlain);
  // One that is in the pipelines of a job is missing where that job is.
  const model = companion(hook);
  return model && model !== own && (lacksPlain || isConditional(model)) ? optionalNeed(name) : name;
}

/**
 * When the job is part of a pipeline. One that is about a job is there where that job is. The others
 * say that they are always there: without rules they would be left out of pipelines for merge requests.
 */
function conditions(node: InjectedNode, job: JobText | undefined, pipeline: Pipeline): readonly Field[] {
  const { call, rule } = node.injection;
  const hook = hookStart(node);
  const { start } = hook;
  if (!job) return [{ key: 'rules', value: [{ fields: start }] }];
  const rules = job.fields.get('rules') && hookRules(job, hook, pipeline);
  const saysStart = rules !== undefined && typeof rules === 'object' && !('tag' in rules);
  return [
    ...(rules === undefined ? [] : [{ key: 'rules', value: rules }]),
    ...['only', 'except'].flatMap((key): readonly Field[] =>
      job.fields.get(key) ? [{ key, value: referenceTo(job.name, key) }] : [],
    ),
    ...(!saysStart && (call.kind === 'approval' || isOfTaskEnd(rule)) ? start : []),
  ];
}

/** What a hook says that has the rules of a job. */
export function hookStart(node: InjectedNode): HookStart {
  return { start: startOf(node), isOfPolicy: isOfPolicy(node.injection.rule) };
}

/** How a hook starts, in fields that a job and a rule have. */
function startOf({ injection: { call, rule } }: InjectedNode): readonly Field[] {
  if (call.kind !== 'approval') return [{ key: 'when', value: whenOf(rule) }];
  return [
    { key: 'when', value: 'manual' },
    { key: 'allow_failure', value: false },
  ];
}

function whenOf({ run }: Pick<Rule, 'run'>): string {
  return run === 'success' ? 'on_success' : run === 'failure' ? 'on_failure' : 'always';
}
