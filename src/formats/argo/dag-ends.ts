import { asksForSuccess, type Depends, tasksIn } from './depends.js';

/** A task of a DAG as far as its end, and what it asks of others, count. */
export interface EndingTask {
  readonly name: string;
  /** What it asks for, as an expression. */
  readonly tree: Depends | undefined;
  /** The names that it waits for where it has no expression. */
  readonly needs: readonly string[];
  /** Its own condition is false where one of these did not end well. */
  readonly successes: readonly string[];
  /** Others go on although it failed (`continueOn`). */
  readonly goesOn: boolean;
  /** It runs once for each of several items. */
  readonly repeats: boolean;
}

/** What there is behind a task that failed while all else went well. */
export interface FailedTask {
  /** Tasks that run as they would behind a success. */
  readonly goesOn: readonly string[];
  /** Tasks that run only then. */
  readonly handlers: readonly string[];
  /** The DAG ends as if all had gone well. */
  readonly endsWell: boolean;
}

/**
 * What becomes of a DAG where one of its tasks fails, as the engine decides it. A task with another condition of its own is taken to run.
 * @param target the tasks that count for how it ends, where that is written
 * @returns `undefined` for a task of a DAG that is too large to find out, or has a circle
 */
export function dagEnds(
  tasks: readonly EndingTask[],
  target: readonly string[] | undefined,
): (index: number) => FailedTask | undefined {
  const isStrict = tasks.every(({ tree, goesOn }) => !goesOn && (tree === undefined || asksForSuccess(tree)));
  if (isStrict) return () => stopped;
  const dag = orderOf(tasks, target);
  if (!dag) return () => undefined;
  const well = endsIn(dag, undefined);
  let left = mostTasks;
  return (index) => {
    const failing = tasks[index]!;
    if (well.get(failing.name) !== 'well') return stopped;
    const ways = waysToFail.filter((end) => failing.repeats || end !== 'partly');
    left -= dag.order.length * ways.length;
    if (left < 0) return undefined;
    const found = ways.map((end) => endsIn(dag, { name: failing.name, end }));
    const behind = namesBehind(failing.name, dag);
    const running = behind.filter((name) => found.some((ends) => ends.get(name) === 'well'));
    return {
      goesOn: running.filter((name) => well.get(name) === 'well'),
      handlers: running.filter((name) => well.get(name) !== 'well'),
      endsWell: found.some((ends) => isWell(ends, dag)),
    };
  };
}

const stopped: FailedTask = { goesOn: [], handlers: [], endsWell: false };

/** Tasks looked at, for all of a DAG that may fail. */
const mostTasks = 500_000;

/** How a task ends; one for several items may fail for some of them. */
type End = 'well' | 'omitted' | 'skipped' | 'failed' | 'partly' | 'errored';
type Ends = ReadonlyMap<string, End>;

const waysToFail = ['failed', 'partly', 'errored'] as const satisfies readonly End[];

/** What is true of a task that ended so. A bare name asks for success, or for a task that was skipped. */
const results: Readonly<Record<End, ReadonlySet<string>>> = {
  well: new Set(['Succeeded', 'Daemoned', 'AnySucceeded']),
  omitted: new Set(['Omitted']),
  skipped: new Set(['Skipped']),
  failed: new Set(['Failed', 'AllFailed']),
  partly: new Set(['Failed', 'AnySucceeded']),
  errored: new Set(['Errored']),
};

interface OrderedDag {
  readonly byName: ReadonlyMap<string, EndingTask>;
  readonly targets: readonly string[];
  readonly needs: ReadonlyMap<string, readonly string[]>;
  /** The tasks that run at all, each behind those that it waits for. */
  readonly order: readonly string[];
}

function orderOf(tasks: readonly EndingTask[], target: readonly string[] | undefined): OrderedDag | undefined {
  const byName = new Map(tasks.map((task) => [task.name, task]));
  const needs = new Map(
    tasks.map(({ name, tree, needs: listed }) => {
      const all = tree ? tasksIn(tree).map((one) => one.name) : listed;
      return [name, [...new Set(all)].filter((one) => byName.has(one))];
    }),
  );
  const awaited = new Set([...needs.values()].flat());
  const targets = target?.filter((name) => byName.has(name)) ?? [...byName.keys()].filter((name) => !awaited.has(name));
  const order = inOrder(targets, needs);
  return order && { byName, targets, needs, order };
}

function endsIn(
  { byName, order }: OrderedDag,
  failing: { readonly name: string; readonly end: End } | undefined,
): Ends {
  const ends = new Map<string, End>();
  const allows = (name: string) => {
    const end = ends.get(name);
    return (
      end === 'well' ||
      end === 'skipped' ||
      (byName.get(name)?.goesOn === true && (end === 'failed' || end === 'partly'))
    );
  };
  for (const name of order) {
    const { tree, needs, successes } = byName.get(name)!;
    const runs = tree ? holds(tree, ends) : needs.every(allows);
    const isSkipped = successes.some((one) => (ends.get(one) ?? 'well') !== 'well');
    ends.set(name, !runs ? 'omitted' : isSkipped ? 'skipped' : name === failing?.name ? failing.end : 'well');
  }
  return ends;
}

function holds(tree: Depends, ends: Ends): boolean {
  if (tree.kind === 'task') {
    const end = ends.get(tree.name) ?? 'omitted';
    return results[end].has(tree.result ?? 'Succeeded') || (tree.result === undefined && end === 'skipped');
  }
  if (tree.kind === 'not') return !holds(tree.inner, ends);
  const isMet = (part: Depends) => holds(part, ends);
  return tree.kind === 'and' ? tree.parts.every(isMet) : tree.parts.some(isMet);
}

/** A task that was left out or skipped counts as failed where something before it did, unless what is between ran. */
function isWell(ends: Ends, { byName, targets, needs, order }: OrderedDag): boolean {
  const failed = new Set<string>();
  for (const name of order) {
    const end = ends.get(name)!;
    const isFailed =
      end === 'omitted' || end === 'skipped' ? needs.get(name)!.some((need) => failed.has(need)) : end !== 'well';
    if (isFailed) failed.add(name);
  }
  return targets.every((name) => !failed.has(name) || byName.get(name)!.goesOn);
}

function namesBehind(task: string, { order, needs }: OrderedDag): readonly string[] {
  const found = new Set([task]);
  for (const name of order) if (needs.get(name)!.some((need) => found.has(need))) found.add(name);
  found.delete(task);
  return [...found];
}

function inOrder(
  names: readonly string[],
  needs: ReadonlyMap<string, readonly string[]>,
): readonly string[] | undefined {
  const done = new Set<string>();
  const entered = new Set<string>();
  const open = [...names];
  for (let name = open.at(-1); name !== undefined; name = open.at(-1)) {
    if (entered.has(name)) {
      done.add(name);
      open.pop();
      continue;
    }
    entered.add(name);
    for (const need of needs.get(name)!) {
      if (done.has(need)) continue;
      if (entered.has(need)) return undefined;
      open.push(need);
    }
  }
  return [...done];
}
