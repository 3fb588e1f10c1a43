import { asMap, asSequence, pairOf, present, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { templateOf } from './calls.js';
import { parseDepends, tasksIn } from './depends.js';
import type { ArgoDocument, Template } from './document.js';
import { listOf } from './lists.js';
import { targetsIn } from './task-names.js';

/**
 * Can what a task calls end well although something at its end failed? To the engine, what is left out or skipped behind the task ended
 * as that did, and not as the task. Of what is not known, it can.
 */
export function hidesFailures(document: ArgoDocument): (task: YamlMap) => boolean {
  const hiding = known.get(document) ?? hidingTemplates(document);
  known.set(document, hiding);
  return (task) => callsUnknown(task) || hiding.has(templateOf(task) ?? '');
}

const known = new WeakMap<ArgoDocument, ReadonlySet<string>>();

function hidingTemplates({ templates }: ArgoDocument): ReadonlySet<string> {
  const found = new Set<string>();
  const callers = new Map<string, Set<string>>();
  for (const template of templates) {
    for (const task of lastTasks(template)) {
      if (present(pairOf(task, 'continueOn')?.value) || callsUnknown(task)) found.add(template.name);
      const called = templateOf(task);
      if (called === undefined) continue;
      const calling = callers.get(called);
      if (calling) calling.add(template.name);
      else callers.set(called, new Set([template.name]));
    }
  }
  for (const name of found) for (const caller of callers.get(name) ?? []) found.add(caller);
  return found;
}

/** Does it run a list that is elsewhere, or in the task itself? */
function callsUnknown(task: YamlMap): boolean {
  const inline = asMap(pairOf(task, 'inline')?.value);
  const hasList = inline !== undefined && ['dag', 'steps'].some((key) => present(pairOf(inline, key)?.value));
  return hasList || present(pairOf(task, 'templateRef')?.value) !== undefined;
}

/** The tasks, or steps, that count for how a template ends. */
export function lastTasks({ map, type }: Template): readonly YamlMap[] {
  if (type !== 'dag' && type !== 'steps') return [];
  const { steps } = listOf(map, type);
  const tasks = steps.flatMap((step) => step.map ?? []);
  if (type === 'steps') {
    const last = steps.at(-1)?.entry;
    return steps.flatMap((step) => (step.entry === last && step.map) || []);
  }
  const dag = asMap(pairOf(map, 'dag')?.value);
  const target = textOf(dag && pairOf(dag, 'target')?.value)?.trim();
  if (target) {
    const names = new Set(targetsIn(target));
    return tasks.filter((task) => names.has(nameOf(task)));
  }
  const awaited = new Set(tasks.flatMap(needsOf));
  return tasks.filter((task) => !awaited.has(nameOf(task)));
}

function nameOf(task: YamlMap): string {
  return textOf(pairOf(task, 'name')?.value) ?? '';
}

function needsOf(task: YamlMap): readonly string[] {
  const read = parseDepends(textOf(pairOf(task, 'depends')?.value) ?? '');
  const listed = asSequence(pairOf(task, 'dependencies')?.value)?.items.flatMap(({ value }) => textOf(value) ?? []);
  return [...(read.ok ? tasksIn(read.tree).map(({ name }) => name) : []), ...(listed ?? [])];
}
