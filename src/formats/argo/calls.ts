import { asMap, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import type { ArgoDocument, Template } from './document.js';
import { listOf } from './lists.js';

/** The name of the template of the same document that a task runs; `undefined` for one of its own or of elsewhere. */
export function templateOf(task: YamlMap): string | undefined {
  return textOf(pairOf(task, 'template')?.value);
}

/** A template of another resource, by its name there and that of the resource. */
export interface Reference {
  readonly resource: string;
  readonly template: string;
  readonly isOfCluster: boolean;
}

export function referenceOf(task: YamlMap): Reference | undefined {
  const reference = asMap(pairOf(task, 'templateRef')?.value);
  const [resource, template] = ['name', 'template'].map((key) => textOf(reference && pairOf(reference, key)?.value));
  const isOfCluster = textOf(reference && pairOf(reference, 'clusterScope')?.value) === 'true';
  return resource !== undefined && template !== undefined ? { resource, template, isOfCluster } : undefined;
}

/** Names of the templates that the tasks of one call. */
export function calledIn({ map, type }: Template): ReadonlySet<string> {
  if (type !== 'dag' && type !== 'steps') return new Set();
  return new Set(listOf(map, type).steps.flatMap((step) => (step.map && templateOf(step.map)) ?? []));
}

/** Names of templates from which a template may be reached again: Argo allows that, and no hook goes into what runs within itself. */
export function findRecursion(document: ArgoDocument, template: Template): ReadonlySet<string> {
  const byName = callersOf(document);
  if (!recursive.has(document)) recursive.set(document, reachingRecursion(document));
  if (!recursive.get(document)!.has(template.name)) return new Set([template.name]);
  const found = callersOfAll(template, byName);
  return found.has(template.name) ? found : new Set([template.name]);
}

/** Does a template call itself, at once or by others? */
export function callsItself(document: ArgoDocument, template: Template): boolean {
  return callersOfAll(template, callersOf(document)).has(template.name);
}

/** Does a DAG call it, at once or by others, of the same resource or perhaps of another one? */
export function mayBeInsideDag(document: ArgoDocument, template: Template): boolean {
  const isOpen = document.kind === 'WorkflowTemplate' || document.kind === 'ClusterWorkflowTemplate';
  return isOpen || isInsideDag(document, template);
}

/** Does a DAG call it, at once or by others? */
function isInsideDag(document: ArgoDocument, template: Template): boolean {
  const callers = callersOfAll(template, callersOf(document));
  return document.templates.some(({ name, type }) => type === 'dag' && callers.has(name));
}

function callersOfAll(template: Template, byName: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [template.name];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const caller of byName.get(name) ?? []) {
      if (found.has(caller)) continue;
      found.add(caller);
      open.push(caller);
    }
  }
  return found;
}

const recursive = new WeakMap<ArgoDocument, ReadonlySet<string>>();

/** Templates that are recursive, or call one that is, however far: what is left without those whose calls all end. */
function reachingRecursion(document: ArgoDocument): ReadonlySet<string> {
  const callers = callersOf(document);
  const left = new Map<string, number>();
  for (const template of document.templates) left.set(template.name, 0);
  for (const names of callers.values()) for (const name of names) left.set(name, (left.get(name) ?? 0) + 1);
  const ended = [...callers.keys()].filter((name) => !left.has(name));
  for (const [name, calls] of left) if (calls === 0) ended.push(name);
  for (const name of ended)
    for (const caller of callers.get(name) ?? []) {
      const calls = left.get(caller)! - 1;
      left.set(caller, calls);
      if (calls === 0) ended.push(caller);
    }
  return new Set([...left].flatMap(([name, calls]) => (calls > 0 ? [name] : [])));
}

const known = new WeakMap<ArgoDocument, ReadonlyMap<string, ReadonlySet<string>>>();

/** For each template, which ones call it. */
function callersOf(document: ArgoDocument): ReadonlyMap<string, ReadonlySet<string>> {
  const found = known.get(document);
  if (found) return found;
  const callers = new Map<string, Set<string>>();
  for (const template of document.templates) {
    for (const name of calledIn(template)) {
      const list = callers.get(name) ?? new Set();
      list.add(template.name);
      callers.set(name, list);
    }
  }
  known.set(document, callers);
  return callers;
}
