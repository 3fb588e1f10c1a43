import { hookPrefix } from '../../model/mark.js';
import type { Field } from '../../text/print-yaml.js';
import { asMap, asSequence, holdsOnly, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { templateOf } from './calls.js';
import { parseDepends, tasksIn } from './depends.js';
import type { ArgoDocument, Template } from './document.js';
import { type EntryInputs, entryInputs } from './entry-inputs.js';
import { freeName } from './free-name.js';
import { isHookTask } from './hook-task.js';
import { listOf } from './lists.js';
import { failsAllFast, noRetries, notFast, retriesAll } from './template-defaults.js';

/**
 * A run that begins with a template without tasks, such as a `container`, has no place for hooks. They get one in a template of
 * their own, which calls that one as its only task, and which the run begins with instead.
 */
export interface EntryCall {
  /** What the run begins with. */
  readonly called: Template;
  /** The task that calls it. */
  readonly task: readonly Field[];
  /** The template around the task, without its name and its tasks. */
  readonly around: readonly Field[];
}

const entryName = `${hookPrefix}entry`;

/** `undefined` where the run begins with a template that has tasks or steps, or with none. */
export function entryCall(document: ArgoDocument): EntryCall | undefined {
  const { entrypoint, templates } = document;
  const called = entrypoint === undefined ? undefined : templates.find(({ name }) => name === entrypoint);
  if (!called || called.type === undefined || called.type === 'dag' || called.type === 'steps') return undefined;
  return callOf(document, called, entryInputs(called.map));
}

function callOf(document: ArgoDocument, called: Template, { inputs, given }: EntryInputs): EntryCall {
  return {
    called,
    task: [
      // Beside dependencies, the name of a task begins with a letter.
      { key: 'name', value: /^\d/.test(called.name) ? `run-${called.name}` : called.name },
      { key: 'template', value: called.name },
      ...(given.length === 0 ? [] : [{ key: 'arguments', value: { fields: given } }]),
    ],
    around: [
      ...(inputs.length === 0 ? [] : [{ key: 'inputs', value: { fields: inputs } }]),
      ...(retriesAll(document) ? [noRetries] : []),
      ...(failsAllFast(document) ? [notFast] : []),
    ],
  };
}

/** The template that hooks and the call are in, with the call alone. */
export function entryTemplate({ templates }: ArgoDocument, { task, around }: EntryCall): readonly Field[] {
  return [
    { key: 'name', value: freeName(entryName, new Set(templates.map(({ name }) => name))) },
    ...around,
    { key: 'dag', value: { fields: [{ key: 'tasks', value: [{ fields: task }] }] } },
  ];
}

/** A template of ours that a run begins with. */
export interface HookEntry {
  readonly template: Template;
  /** The name of the one that it calls. */
  readonly called: string;
}

/** `undefined` where the run does not begin with a template of ours, or somebody made it their own. */
export function hookEntry(document: ArgoDocument): HookEntry | undefined {
  const { entrypoint, templates } = document;
  if (entrypoint === undefined || !entrypoint.startsWith(entryName)) return undefined;
  const template = templates.find(({ name }) => name === entrypoint);
  if (template?.type !== 'dag') return undefined;
  const tasks = listOf(template.map, 'dag').steps.map(({ map }) => map!);
  const [own, ...others] = tasks.filter((task) => !isHookTask(task));
  if (!own || others.length > 0) return undefined;
  const called = templates.find(({ name }) => name === templateOf(own));
  const isWork = called?.type !== undefined && called.type !== 'dag' && called.type !== 'steps';
  const call = isWork ? callOf(document, called, entryInputs(called.map)) : undefined;
  const hooks = new Set(tasks.flatMap((task) => (isHookTask(task) ? [nameOf(task)] : [])));
  const isOurs = call && isAsWritten(template.map, own, call) && needsOf(own).every((need) => hooks.has(need));
  return isOurs ? { template, called: call.called.name } : undefined;
}

/**
 * Is all that a template of ours says still there, and nothing else? What it takes and hands on may differ, because what it
 * calls may have changed since.
 */
function isAsWritten(template: YamlMap, own: YamlMap, { task, around }: EntryCall): boolean {
  const dag = asMap(pairOf(template, 'dag')?.value);
  return (
    holdsOnly(template, ['name', 'inputs', 'dag', ...around.map(({ key }) => key)]) &&
    dag !== undefined &&
    holdsOnly(dag, ['tasks', 'target']) &&
    holdsOnly(own, ['name', 'template', 'arguments', 'depends', 'dependencies']) &&
    nameOf(own) === task[0]!.value
  );
}

function nameOf(task: YamlMap): string | undefined {
  return textOf(pairOf(task, 'name')?.value);
}

function needsOf(task: YamlMap): readonly string[] {
  const list = asSequence(pairOf(task, 'dependencies')?.value)?.items ?? [];
  const read = parseDepends(textOf(pairOf(task, 'depends')?.value) ?? '');
  return [
    ...list.map(({ value }) => textOf(value) ?? ''),
    ...(read.ok ? tasksIn(read.tree).map(({ name }) => name) : []),
  ];
}
