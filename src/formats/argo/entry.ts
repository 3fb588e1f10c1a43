import { hookPrefix } from '../../model/mark.js';
import type { Field } from '../../text/print-yaml.js';
import { templateOf } from './calls.js';
import type { ArgoDocument, Template } from './document.js';
import { type EntryInputs, entryInputs } from './entry-inputs.js';
import { freeName } from './free-name.js';
import { isHookTask } from './hook-task.js';
import { listOf } from './lists.js';
import { noRetries, retriesAll } from './template-defaults.js';

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

/** `undefined` where the run does not begin with a template of ours. */
export function hookEntry({ entrypoint, templates }: ArgoDocument): HookEntry | undefined {
  if (entrypoint === undefined || !entrypoint.startsWith(entryName)) return undefined;
  const template = templates.find(({ name }) => name === entrypoint);
  if (template?.type !== 'dag') return undefined;
  const tasks = listOf(template.map, 'dag').steps.map(({ map }) => map!);
  const [own, ...others] = tasks.filter((task) => !isHookTask(task));
  const name = own && templateOf(own);
  const called = templates.find((one) => one.name === name)?.type;
  const isOurs = others.length === 0 && called !== undefined && called !== 'dag' && called !== 'steps';
  return isOurs ? { template, called: name! } : undefined;
}
