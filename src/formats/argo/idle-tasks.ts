import type { DagPlan, InjectedNode } from '../../model/plan.js';
import { textOf } from '../../text/yaml-access.js';
import type { StepText } from '../yaml-steps/step-list.js';
import { asksForSuccess, conjuncts, failuresAskedFor, parseDepends, tasksIn } from './depends.js';

/** What a hook asks for so that all before it went well. */
interface WentWell {
  /** Some task also runs where another one failed. */
  readonly forgives: boolean;
  /** What a hook asks of a task, or of another hook, that it waits for. */
  of(need: string, hook: InjectedNode): string;
}

/**
 * A task that runs where another one failed, and what is behind it, has nothing to do where all goes well: the engine leaves it
 * out, or skips it by its own condition. A bare name asks too much of it then at the end of everything; and of one that is skipped it
 * asks too little, because what is behind it would run, and the failure before it would be forgotten. Where the workflow itself has
 * something behind it, that runs, and the failure is forgotten without hooks as well.
 * @param copied the task whose expression a hook in front of it has as well
 * @param otherEnds results after which a hook is to run as well
 */
export function idleTasks(
  text: StepText,
  plan: DagPlan,
  copied: (hook: InjectedNode) => number | undefined,
  otherEnds: (need: string, hook: InjectedNode) => readonly string[],
): WentWell {
  const asked = askedTasks(text, plan, copied);
  const lenient = behindAny(asked, (task) => task.lenient);
  const idle = behindAny(asked, (task) => task.lenient || isLeftOutAtTimes(task, asked));
  // Tasks that do not run, and are not skipped either, where all goes well.
  const ofFailures = behindAny(
    asked,
    (task) => task.asksForFailure,
    ({ required }) => required,
  );
  const followed = new Set(text.dag.nodes.flatMap(({ needs }) => (needs ?? []).map(({ name }) => name)));
  return {
    forgives: lenient.size > 0,
    of(need, hook) {
      const ends = otherEnds(need, hook);
      const atEnd = hook.injection.rule.point === 'final';
      const forgets = lenient.has(need) && asked.get(need)!.conditional && !followed.has(need);
      if (!idle.has(need) || !(atEnd || forgets)) return anyOf([need, ...ends]);
      if (!atEnd && ofFailures.has(need)) return anyOf([`${need}.Succeeded`, `${need}.Daemoned`, ...ends]);
      const had = [...(atEnd ? ['Omitted'] : []), ...(forgets ? ['Skipped'] : [])].map((one) => `${need}.${one}`);
      const ran = [...(forgets ? [`${need}.Succeeded`, `${need}.Daemoned`] : [need]), ...ends];
      const well = [had.length > 1 ? `(${had.join(' || ')})` : had[0], ...quietBefore(need, asked, idle)];
      return anyOf([...ran, `(${well.join(' && ')})`]);
    },
  };
}

function anyOf(parts: readonly string[]): string {
  return parts.length === 1 ? parts[0]! : `(${parts.join(' || ')})`;
}

interface AskedTask {
  /** All that it waits for once there are hooks, and all that it asks about. */
  readonly before: readonly string[];
  /** It may be skipped by a condition of its own. */
  readonly conditional: boolean;
  /** It also runs where something failed. */
  readonly lenient: boolean;
  /** It only runs where something failed. */
  readonly asksForFailure: boolean;
  /** What has to have run, or been skipped, for it to run. */
  readonly required: readonly string[];
  /** The ends that it asks for by name. */
  readonly results: readonly { readonly name: string; readonly result: string }[];
}

function askedTasks(
  text: StepText,
  { nodes }: DagPlan,
  copied: (hook: InjectedNode) => number | undefined,
): ReadonlyMap<string, AskedTask> {
  return new Map(
    nodes.map((node): readonly [string, AskedTask] => {
      if (node.kind === 'injected')
        return [node.name, { ...ownOf(text, copied(node), node.needs ?? []), conditional: false }];
      const { name, needs, conditional } = text.dag.nodes[node.node]!;
      const planned = node.needs ?? (needs ?? []).map((need) => need.name);
      return [name, { ...ownOf(text, node.node, planned), conditional }];
    }),
  );
}

/** @param task the one whose expression counts */
function ownOf(text: StepText, task: number | undefined, planned: readonly string[]): Omit<AskedTask, 'conditional'> {
  const read = task === undefined ? undefined : parseDepends(expressionOf(text, task) ?? '');
  if (!read?.ok) return { before: planned, lenient: false, asksForFailure: false, required: planned, results: [] };
  const tasks = tasksIn(read.tree);
  return {
    before: [...new Set([...tasks.map(({ name }) => name), ...planned])],
    lenient: !asksForSuccess(read.tree),
    asksForFailure: failuresAskedFor(read.tree).size > 0,
    required: conjuncts(read.tree).flatMap((part) =>
      part.kind === 'task' && part.result !== 'Omitted' ? [part.name] : [],
    ),
    results: tasks.flatMap(({ name, result }) => (result === undefined ? [] : [{ name, result }])),
  };
}

/** It asks for one end of several that are no failure. */
function isLeftOutAtTimes({ results }: AskedTask, asked: ReadonlyMap<string, AskedTask>): boolean {
  return results.some(({ name, result }) => result !== 'Succeeded' || asked.get(name)?.conditional !== false);
}

/** Those tasks that something is true of, and all behind them. */
function behindAny(
  asked: ReadonlyMap<string, AskedTask>,
  isSo: (task: AskedTask) => boolean,
  beforeOf: (task: AskedTask) => readonly string[] = ({ before }) => before,
): ReadonlySet<string> {
  const behind = followersIn(new Map([...asked].map(([name, task]) => [name, beforeOf(task)])));
  const found = new Set([...asked].flatMap(([name, task]) => (isSo(task) ? [name] : [])));
  for (const name of found) for (const next of behind.get(name) ?? []) found.add(next);
  return found;
}

function followersIn(needs: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const behind = new Map<string, string[]>();
  for (const [name, before] of needs) {
    for (const one of before) {
      const list = behind.get(one) ?? [];
      list.push(name);
      behind.set(one, list);
    }
  }
  return behind;
}

/** What has to have gone well, or had nothing to do either, for a task to have had nothing to do. */
function quietBefore(
  task: string,
  asked: ReadonlyMap<string, AskedTask>,
  idle: ReadonlySet<string>,
): readonly string[] {
  const found = new Set(asked.get(task)!.before);
  for (const name of found) {
    if (idle.has(name)) for (const one of asked.get(name)?.before ?? []) found.add(one);
  }
  const behind = followersIn(new Map([task, ...found].map((name) => [name, asked.get(name)?.before ?? []])));
  return [...found].map((name) => {
    const mending = mendersOf(name, task, asked, behind);
    const mended = mending ? [mending.map((one) => `${one}.Succeeded`).join(' && ')] : [];
    return anyOf([name, ...(idle.has(name) ? [`${name}.Omitted`] : []), ...mended]);
  });
}

/**
 * The nearest tasks behind one that also run where something failed: what is between is left out, and where they all went well, nothing
 * of the failure is left. `undefined` where there is a way to the task past them, or too much to look at.
 */
function mendersOf(
  name: string,
  task: string,
  asked: ReadonlyMap<string, AskedTask>,
  behind: ReadonlyMap<string, readonly string[]>,
): readonly string[] | undefined {
  const between = new Set([name]);
  const menders = new Set<string>();
  for (const one of between) {
    for (const next of behind.get(one) ?? []) {
      if (next === task || between.size + menders.size > mostBetween) return undefined;
      (asked.get(next)!.lenient ? menders : between).add(next);
    }
  }
  return [...menders];
}

const mostBetween = 100;

/** The expression of a task on one line. */
export function expressionOf({ list, spelling }: StepText, node: number): string | undefined {
  const map = list.steps[node]!.map!;
  const text = textOf(spelling.fieldOf(map, 'depends')?.value);
  return text?.trim().replace(/\s+/g, ' ') || undefined;
}
