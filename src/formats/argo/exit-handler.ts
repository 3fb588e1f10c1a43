import { hookPrefix } from '../../model/mark.js';
import { asMap, asSequence, holdsOnly, pairOf, present, textOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlPair } from '../../text/yaml-node.js';
import { markAbove } from '../yaml-steps/mark.js';
import { templateOf } from './calls.js';
import type { ArgoDocument, Template } from './document.js';
import { isHookTask } from './hook-task.js';
import { listOf } from './lists.js';

/** The template that hooks of the exit handler are in, beside a call of what ran there before. */
export interface HookHandler {
  /** The pair of `onExit`. */
  readonly pair: YamlPair;
  readonly template: Template;
  /** What ran there before. */
  readonly former: string | undefined;
}

/** The task that runs what `onExit` named before. */
export const formerTask = 'exit';

export const handlerName = `${hookPrefix}exit`;

/** What earlier hooks made of the exit handler; `undefined` where it is not one of ours. */
export function hookHandler(document: ArgoDocument): HookHandler | undefined {
  const { spec, templates } = document;
  const pair = pairOf(spec, 'onExit');
  const name = textOf(pair?.value);
  const template = templates.find((one) => one.name === name);
  if (!pair || !template || !isHandlerOfHooks(template, document)) return undefined;
  const former = tasksOf(template.map).find((task) => !isHookTask(task));
  return { pair, template, former: former && templateOf(former) };
}

/**
 * Is a template there for hooks of an exit handler, whether that calls it or not? Without a mark, it is not if somebody wrote
 * something else into it; with one, that is found out by the mark.
 */
export function isHandlerOfHooks(template: Template, document: ArgoDocument): boolean {
  const { name, type, map } = template;
  if (!name.startsWith(handlerName) || type !== 'dag') return false;
  const isFormer = (task: YamlMap) => textOf(pairOf(task, 'name')?.value) === formerTask;
  const others = tasksOf(map).filter((task) => !isHookTask(task));
  return others.every(isFormer) && (markOfHandler(template, document) !== undefined || isAsWritten(map, others));
}

export function markOfHandler({ node }: Template, { text, list }: ArgoDocument) {
  const item = asSequence(list!.value)!.items.find(({ value }) => value === node)!;
  return markAbove(text, item.start, list!.key.end);
}

function isAsWritten(template: YamlMap, others: readonly YamlMap[]): boolean {
  const dag = asMap(pairOf(template, 'dag')?.value);
  return (
    dag !== undefined &&
    holdsOnly(template, ['name', 'retryStrategy', 'dag']) &&
    holdsOnly(dag, ['failFast', 'target', 'tasks']) &&
    others.every((task) => holdsOnly(task, ['name', 'template', 'arguments']))
  );
}

function tasksOf(map: YamlMap): readonly YamlMap[] {
  return listOf(map, 'dag').steps.map((step) => step.map!);
}

/** What runs at the end of a run without hooks; `onExit` goes before `hooks.exit`. */
export type FormerHandler =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'template';
      readonly name: string;
      readonly parameters: readonly string[];
      readonly pair: YamlPair | undefined;
    }
  /** Why it cannot be called from another template, in words that follow "because". */
  | { readonly kind: 'closed'; readonly why: string };

export function formerHandler(document: ArgoDocument): FormerHandler {
  const { spec } = document;
  const pair = pairOf(spec, 'onExit');
  const name = textOf(pair?.value);
  if (pair && isShared(pair)) return { kind: 'closed', why: 'its value is shared with other places by an anchor' };
  if (pair && name === undefined && present(pair.value)) return { kind: 'closed', why: 'its value is no text' };
  if (pair && name !== undefined && name !== '') return calledByName(document, name, pair);
  const exit = exitHook(spec);
  if (!exit) return { kind: 'none' };
  const called = templateOf(exit);
  if (called === undefined || pairOf(exit, 'arguments'))
    return { kind: 'closed', why: '`hooks.exit` calls its template in a way of its own' };
  return calledByName(document, called, undefined);
}

/** The template that `hooks.exit` calls. */
export function exitTemplate(spec: YamlMap): string | undefined {
  const exit = exitHook(spec);
  return exit && templateOf(exit);
}

function exitHook(spec: YamlMap): YamlMap | undefined {
  const hooks = asMap(pairOf(spec, 'hooks')?.value);
  return hooks && asMap(pairOf(hooks, 'exit')?.value);
}

function isShared({ value }: YamlPair): boolean {
  return value.kind !== 'alias' && value.anchor !== undefined;
}

/** The engine hands the arguments of the workflow to its exit handler, by their names. */
function calledByName({ spec, templates }: ArgoDocument, name: string, pair: YamlPair | undefined): FormerHandler {
  const template = templates.find((one) => one.name === name);
  if (!template) return { kind: 'closed', why: `the template \`${name}\` that runs there is not in this file` };
  const given = new Set(namesIn(asMap(pairOf(spec, 'arguments')?.value), 'parameters'));
  const inputs = asMap(pairOf(template.map, 'inputs')?.value);
  if (namesIn(inputs, 'artifacts').length > 0)
    return { kind: 'closed', why: `the template \`${name}\` that runs there takes artifacts` };
  return { kind: 'template', name, parameters: namesIn(inputs, 'parameters').filter((one) => given.has(one)), pair };
}

function namesIn(map: YamlMap | undefined, key: string): readonly string[] {
  return (asSequence(map && pairOf(map, key)?.value)?.items ?? []).flatMap(({ value }) => {
    const item = asMap(value);
    return textOf(item && pairOf(item, 'name')?.value) ?? [];
  });
}
