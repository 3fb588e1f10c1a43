import type { OracleDocument, OracleStep, Version } from './documents.js';
import { field } from './documents.js';
import { graphOf, type OracleGraph } from './graph.js';
import { commandOf } from './hooks.js';
import { meets, type OracleConfig, type OraclePoint, type OracleRule, oraclePoints, ruleMeets } from './rules.js';

/** Where one hook must be: after all of `after`, and, where it is awaited, before all of `before` (indexes of base steps). */
export interface Demand {
  readonly point: OraclePoint;
  readonly rule: OracleRule;
  readonly position: number;
  readonly document: number;
  readonly task: string | undefined;
  readonly after: readonly number[];
  readonly before: readonly number[];
  /** Hooks with the same place run one after the other. */
  readonly place: string;
}

/** A `final` hook that belongs in a handler of the root. */
export interface HandlerDemand {
  readonly rule: OracleRule;
  readonly event: 'failure' | 'abort' | 'always';
}

export interface Demands {
  readonly hooks: readonly Demand[];
  readonly handlers: readonly HandlerDemand[];
}

/** All hooks that a configuration asks for in one file, from the meaning of the five points. */
export function demandsOf(documents: readonly OracleDocument[], config: OracleConfig, version: Version): Demands {
  const graphs = documents.map((document) => graphOf(document, version));
  const tasks = tasksOf(documents, config, version);
  const hooks: Demand[] = [];
  const handlers: HandlerDemand[] = [];
  for (const point of oraclePoints) {
    config.hooks.injections[point]?.forEach((rule, position) => {
      if (point === 'final' && (rule.run ?? 'success') !== 'success') {
        handlers.push({ rule, event: rule.run as HandlerDemand['event'] });
        return;
      }
      const places =
        point === 'pre_task' || point === 'post_task'
          ? tasks
              .filter((task) => ruleMeets(rule, task.name))
              .flatMap((task) => atTask(documents, graphs, point, rule, task, config, version))
          : atRoot(documents, graphs, tasks, config, version, point, rule);
      for (const place of places) hooks.push({ ...place, point, rule, position });
    });
  }
  return { hooks, handlers };
}

interface Task {
  readonly kind: 'body' | 'call' | 'step';
  readonly name: string;
  /** The document that is its body, or in which the step is that it is. */
  readonly document: number;
  readonly step: number | undefined;
}

type Place = Omit<Demand, 'point' | 'rule' | 'position'>;

/** Sub-DAGs, and calls of DAGs that are elsewhere; where there is neither, the steps of the root. */
function tasksOf(documents: readonly OracleDocument[], config: OracleConfig, version: Version): readonly Task[] {
  const mode = config.hooks.tasks_are ?? 'auto';
  const bodies = documents.slice(1).map((document, index): Task => {
    const name = document.name ?? `it#${index + 2}`;
    return { kind: 'body', name, document: index + 1, step: undefined };
  });
  const known = new Set(documents.map((document) => document.name));
  const elsewhere = documents.flatMap((document, index) =>
    document.steps.flatMap((step, at): Task[] => {
      const name = calls(step.fields, version);
      return name === undefined || known.has(name) ? [] : [{ kind: 'call', name, document: index, step: at }];
    }),
  );
  if (mode === 'bodies' || (mode === 'auto' && bodies.length + elsewhere.length > 0)) return [...bodies, ...elsewhere];
  const setup = config.hooks.setup ?? ['branches-setup'];
  return (documents[0]?.steps ?? []).flatMap((step, index) =>
    meets(step.name, setup)
      ? []
      : [{ kind: 'step' as const, name: shownName(step, version), document: 0, step: index }],
  );
}

/** A step without a name goes by its id, which 1.30 does not do. */
function shownName(step: OracleStep, version: Version): string {
  return field(step.fields, 'name', version) === undefined && step.listed ? (step.id ?? step.name) : step.name;
}

/** The sub-DAG that a step runs, where its name is written out. */
function calls(fields: Record<string, unknown>, version: Version): string | undefined {
  const call = field(fields, 'call', version);
  if (typeof call === 'string') return call;
  const given = fields.with as Record<string, unknown> | undefined;
  if (fields.action === 'dag.run' || fields.action === 'dag.enqueue') return String(given?.dag);
  const run = field(fields, 'run', version);
  return version === '1.30' && typeof run === 'string' ? run : undefined;
}

function atRoot(
  documents: readonly OracleDocument[],
  graphs: readonly OracleGraph[],
  tasks: readonly Task[],
  config: OracleConfig,
  version: Version,
  point: OraclePoint,
  rule: OracleRule,
): readonly Place[] {
  const root = documents[0];
  const graph = graphs[0];
  if (!root || !graph || root.steps.length === 0) return [];
  const base = { document: 0, task: undefined };
  const anchored = atAnchor(root, graph, rule);
  if (anchored) return anchored.map((place) => ({ ...base, ...place }));
  if (point === 'pre_root') return [{ ...base, after: [], before: firsts(graph), place: 'start' }];
  if (point === 'final') return [{ ...base, after: lasts(graph), before: [], place: 'end' }];
  const taskSteps = root.steps.flatMap((step, index) => {
    const callee = calls(step.fields, version);
    return tasks.some((task) => task.step === index || (task.step === undefined && task.name === callee))
      ? [index]
      : [];
  });
  const setup = setupSteps(root, graph, tasks, taskSteps, config);
  if (setup.length > 0) return [{ ...base, after: setup, before: taskSteps, place: 'setup' }];
  const starts = firsts(graph);
  const next = new Set(starts.flatMap((index) => [...graph.followers[index]!]));
  return [{ ...base, after: starts, before: [...next], place: 'setup' }];
}

/** Steps of the root that are no task and after none: those that a task waits for or, where steps are tasks, those with the name. */
function setupSteps(
  root: OracleDocument,
  graph: OracleGraph,
  tasks: readonly Task[],
  taskSteps: readonly number[],
  config: OracleConfig,
): readonly number[] {
  const isTask = new Set(taskSteps);
  const afterTasks = reach(taskSteps, graph.followers);
  const awaited = new Set(taskSteps.flatMap((index) => [...graph.needs[index]!]));
  const named = config.hooks.setup ?? ['branches-setup'];
  const stepsAreTasks = tasks.every((task) => task.kind === 'step');
  return [...root.steps.keys()].filter((index) => {
    if (isTask.has(index) || afterTasks.has(index)) return false;
    return stepsAreTasks ? meets(root.steps[index]!.name, named) : awaited.has(index);
  });
}

function reach(from: readonly number[], next: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  const found = new Set<number>();
  const open = [...from];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    for (const one of next[index] ?? []) {
      if (found.has(one)) continue;
      found.add(one);
      open.push(one);
    }
  }
  return found;
}

function atTask(
  documents: readonly OracleDocument[],
  graphs: readonly OracleGraph[],
  point: 'pre_task' | 'post_task',
  rule: OracleRule,
  task: Task,
  config: OracleConfig,
  version: Version,
): readonly Place[] {
  const document = documents[task.document]!;
  const graph = graphs[task.document]!;
  const base = { document: task.document, task: task.name };
  const anchored = atAnchor(document, graph, rule);
  if (anchored) return anchored.map((place) => ({ ...base, ...place }));
  const removing = removingSteps(document, config, version);
  if (task.step !== undefined) {
    const before = point === 'pre_task' || removing.includes(task.step);
    return [{ ...base, ...beside(graph, task.step, before) }];
  }
  if (point === 'pre_task') return [{ ...base, after: [], before: firsts(graph), place: 'start' }];
  const gone = new Set([...removing, ...reach(removing, graph.followers)]);
  const waiting = removing.filter((step) => graph.needs[step]!.size > 0);
  const ends = config.hooks.task_ends ?? ['post-merge'];
  const end = document.steps.findIndex((step) => meets(step.name, ends));
  if (end >= 0 && !gone.has(end)) {
    const { after, before, place } = beside(graph, end, false);
    const others = waiting.filter((step) => !before.includes(step));
    if (others.length === 0) return [{ ...base, after, before, place }];
    return [{ ...base, after, before: [...before, ...others], place: endOfWorkspace }];
  }
  if (gone.size === 0) return [{ ...base, after: lasts(graph), before: [], place: 'end' }];
  const kept = [...document.steps.keys()].filter((step) => !gone.has(step));
  if (kept.length === 0) return [{ ...base, after: [], before: firsts(graph), place: 'start' }];
  const after = kept.filter((step) => [...graph.followers[step]!].every((next) => gone.has(next)));
  return [{ ...base, after, before: waiting, place: endOfWorkspace }];
}

export const endOfWorkspace = 'end of the workspace';

/** The steps that the setting names; without it, those that are called `post-cleanup` or run that command in plain sight. */
function removingSteps(document: OracleDocument, config: OracleConfig, version: Version): readonly number[] {
  const { teardown } = config.hooks;
  return document.steps.flatMap((step, index) => {
    const lines = commandOf(step.fields, version).split(/\n|&&|;/);
    const removes = teardown
      ? meets(step.name, teardown)
      : step.name === 'post-cleanup' ||
        lines.some((line) => /^\s*(?:arborist\s.*\b(?:post-cleanup|complete)\b|post-cleanup\b)/.test(line));
    return removes ? [index] : [];
  });
}

type Beside = Pick<Demand, 'after' | 'before' | 'place'>;

/** One place for each step that the anchor names; `undefined` where the point's own place holds. */
function atAnchor(document: OracleDocument, graph: OracleGraph, rule: OracleRule): readonly Beside[] | undefined {
  const pattern = rule.after ?? rule.before;
  if (pattern === undefined) return undefined;
  const indexes = [...document.steps.keys()];
  const named = indexes.filter((index) => [document.steps[index]!.name, document.steps[index]!.id].includes(pattern));
  const met = indexes.filter((index) => {
    const { name, id } = document.steps[index]!;
    return meets(name, [pattern]) || (id !== undefined && meets(id, [pattern]));
  });
  const found = named.length > 0 ? named : met;
  if (found.length === 0) return rule.on_missing_anchor === 'skip' ? [] : undefined;
  return found.map((index) => beside(graph, index, rule.before !== undefined));
}

function beside(graph: OracleGraph, step: number, before: boolean): Beside {
  return before
    ? { after: [...graph.needs[step]!], before: [step], place: `before ${step}` }
    : { after: [step], before: [...graph.followers[step]!], place: `after ${step}` };
}

function firsts(graph: OracleGraph): readonly number[] {
  return [...graph.needs.keys()].filter((index) => graph.needs[index]!.size === 0);
}

function lasts(graph: OracleGraph): readonly number[] {
  return [...graph.followers.keys()].filter((index) => graph.followers[index]!.size === 0);
}
