import { hookPrefix } from '../../model/mark.js';
import { asMap, asSequence, holdsOnly, pairOf, present, textOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode, YamlPair } from '../../text/yaml-node.js';
import { markAbove } from '../yaml-steps/mark.js';
import { isPlainText } from './as-text.js';
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
    holdsOnly(template, ['name', 'retryStrategy', 'failFast', 'dag']) &&
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
      readonly parameters: readonly Parameter[];
      readonly pair: YamlPair | undefined;
    }
  | ClosedHandler;

export interface ClosedHandler {
  readonly kind: 'closed';
  /** Why it cannot be called from another template, in words that follow "because". */
  readonly why: string;
  /** What its author wrote, and under which key. */
  readonly key: string;
  readonly node: YamlNode;
}

/** What a template is given. */
interface Parameter {
  readonly name: string;
  readonly value: string;
}

export function formerHandler(document: ArgoDocument): FormerHandler {
  const { spec } = document;
  const pair = pairOf(spec, 'onExit');
  const name = textOf(pair?.value);
  const closed = (why: string) => ({ kind: 'closed', why, key: 'onExit', node: pair!.value }) as const;
  if (pair && isShared(pair)) return closed('its value is shared with other places by an anchor');
  if (pair && name === undefined && present(pair.value)) return closed('its value is no text');
  if (pair && name !== undefined && name !== '') {
    const found = calledByName(document, name);
    return 'why' in found ? closed(found.why) : { kind: 'template', name, pair, parameters: found.given };
  }
  const exit = exitHook(spec);
  return exit ? calledByHook(document, exit) : { kind: 'none' };
}

/** A lifecycle hook may hand over values of its own; then nothing else is handed over. */
function calledByHook(document: ArgoDocument, exit: YamlMap): FormerHandler {
  const closed = (why: string, node: YamlNode) => ({ kind: 'closed', why, key: 'hooks.exit', node }) as const;
  const name = templateOf(exit);
  if (name === undefined) return closed('it does not name a template of this file', exit);
  const found = calledByName(document, name);
  if ('why' in found) return closed(found.why, pairOf(exit, 'template')!.value);
  const pair = pairOf(exit, 'arguments');
  const own = pair && present(pair.value) ? parametersIn(asMap(pair.value)) : [];
  if (!own) return closed('its `arguments` are more than parameters, each once and with a plain `value`', pair!.value);
  return { kind: 'template', name, parameters: own.length > 0 ? own : found.given, pair: undefined };
}

/** `undefined` where they are more than names and values, or a value that Argo reads in another way than it is written. */
function parametersIn(given: YamlMap | undefined): readonly Parameter[] | undefined {
  if (!given || !holdsOnly(given, ['parameters'])) return undefined;
  const value = present(pairOf(given, 'parameters')?.value);
  if (!value) return [];
  const list = asSequence(value);
  if (!list) return undefined;
  const parameters = list.items.map(({ value }): Parameter | undefined => {
    const item = asMap(value);
    const name = textOf(item && pairOf(item, 'name')?.value);
    const text = item && plainValue(pairOf(item, 'value')?.value);
    return name !== undefined && text !== undefined && holdsOnly(item!, ['name', 'value'])
      ? { name, value: text }
      : undefined;
  });
  if (!parameters.every((one) => one !== undefined)) return undefined;
  // A task may not be given two of one name, which Argo lets pass here.
  return new Set(parameters.map(({ name }) => name)).size === parameters.length ? parameters : undefined;
}

function plainValue(node: YamlNode | undefined): string | undefined {
  const value = present(node);
  if (value?.kind !== 'scalar') return undefined;
  const isSame =
    value.style !== 'plain' || isPlainText(value) || /^(?:true|false|0|-?[1-9]\d{0,14})$/.test(value.value);
  return isSame ? value.value : undefined;
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
function calledByName(
  { spec, templates }: ArgoDocument,
  name: string,
): { readonly given: readonly Parameter[] } | { readonly why: string } {
  const template = templates.find((one) => one.name === name);
  if (!template) return { why: `the template \`${name}\` that runs there is not in this file` };
  const given = new Set(namesIn(asMap(pairOf(spec, 'arguments')?.value), 'parameters'));
  const inputs = asMap(pairOf(template.map, 'inputs')?.value);
  if (namesIn(inputs, 'artifacts').length > 0)
    return { why: `the template \`${name}\` that runs there takes artifacts` };
  const handed = namesIn(inputs, 'parameters').filter((one) => given.has(one));
  return { given: handed.map((one) => ({ name: one, value: `{{workflow.parameters.${one}}}` })) };
}

function namesIn(map: YamlMap | undefined, key: string): readonly string[] {
  return (asSequence(map && pairOf(map, key)?.value)?.items ?? []).flatMap(({ value }) => {
    const item = asMap(value);
    return textOf(item && pairOf(item, 'name')?.value) ?? [];
  });
}
