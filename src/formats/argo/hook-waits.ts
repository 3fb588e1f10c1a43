import { whenAsked } from '../when-asked.js';
import { conjuncts, type Depends, failuresAskedFor, printDepends, tasksIn } from './depends.js';

/**
 * For each task, the names that it waits for. Where an expression asks for a chain of hooks, only the last of them counts; what a
 * hook asks for because the task behind it does counts where no hook is between. A hook counts only where the expression cannot
 * hold once the hook failed: so a gate that was made to let others by is seen.
 */
export function hookWaits(
  names: readonly string[],
  isHook: (name: string) => boolean,
  expressions: readonly ({ readonly tree: Depends } | undefined)[],
): (index: number) => readonly string[] {
  const ofTasks = whenAsked(() => partsOf(expressions.filter((_, index) => !isHook(names[index]!))));
  const isCopy = (part: Depends) => ofTasks().has(printDepends(part));
  const raw = new Map(names.map((name, index) => [name, rawNeeds(expressions[index]?.tree, isHook(name), isCopy)]));
  const behind = hooksBehind(raw, isHook);
  const trees = new Map(names.map((name, index) => [name, expressions[index]?.tree]));
  return (index) => {
    const tree = expressions[index]?.tree;
    if (!tree) return [];
    const own = raw.get(names[index]!)!;
    const hooks = own.filter(isHook);
    if (hooks.length === 0) return own;
    const firm = firmHooks(tree, behind, isHook, (hook) => trees.get(hook));
    const covered = new Set(
      hooks.flatMap((hook) => [...behind(hook)]).filter((name) => isHook(names[index]!) || isHook(name)),
    );
    const counts = (name: string) => !isHook(name) || isHook(names[index]!) || firm.has(name);
    return own.filter((name) => !covered.has(name) && counts(name));
  };
}

/** @param isCopy a hook in front of a task has what that task asks for: all of it counts, however it looks */
function rawNeeds(tree: Depends | undefined, ofHook: boolean, isCopy: (part: Depends) => boolean): readonly string[] {
  const parts = tree ? conjuncts(tree) : [];
  const needsOf = (part: Depends) => {
    const optional = ofHook ? optionalTask(part) : undefined;
    return optional !== undefined && !isCopy(part) ? [optional] : tasksIn(part).map(({ name }) => name);
  };
  return [...new Set(parts.flatMap(needsOf))];
}

function partsOf(expressions: readonly ({ readonly tree: Depends } | undefined)[]): ReadonlySet<string> {
  return new Set(expressions.flatMap((one) => (one ? conjuncts(one.tree).map(printDepends) : [])));
}

/** The task of `(task || (task.Omitted && …))` and the like: what else the hook asks about is before that. */
function optionalTask(part: Depends): string | undefined {
  if (part.kind !== 'or') return undefined;
  const [name, ...others] = part.parts.map(idleOrRan);
  return name !== undefined && others.length > 0 && others.every((one) => one === name) ? name : undefined;
}

/** The task of `task`, `task.Succeeded`, `task.Omitted && …` or `(task.Omitted || task.Skipped) && …`. */
function idleOrRan(part: Depends): string | undefined {
  if (part.kind === 'task') return part.name;
  const [first] = part.kind === 'and' ? part.parts : [];
  const names = first ? new Set(tasksIn(first).map(({ name }) => name)) : new Set<string>();
  const isIdle = first && tasksIn(first).every(({ result }) => result === 'Omitted' || result === 'Skipped');
  return names.size === 1 && isIdle ? [...names][0] : undefined;
}

/** What is behind a hook with nothing but hooks between: what it took the place of, and the hooks before it. */
function hooksBehind(
  raw: ReadonlyMap<string, readonly string[]>,
  isHook: (name: string) => boolean,
): (hook: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (hook) => {
    const remembered = known.get(hook);
    if (remembered) return remembered;
    const found = new Set<string>();
    const open = [hook];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const name of raw.get(next) ?? []) {
        if (found.has(name)) continue;
        found.add(name);
        if (isHook(name)) open.push(name);
      }
    }
    known.set(hook, found);
    return found;
  };
}

/** The hooks without which an expression cannot hold, unless they had nothing to run for. */
function firmHooks(
  tree: Depends,
  behind: (hook: string) => ReadonlySet<string>,
  isHook: (name: string) => boolean,
  treeOf: (hook: string) => Depends | undefined,
): ReadonlySet<string> {
  const failures = failuresAskedFor(tree);
  const isOfFailure = (hook: string) => {
    const own = treeOf(hook);
    const asked = own ? failuresAskedFor(own) : new Set();
    const before = behind(hook);
    return [...failures].some((name) => before.has(name) && !asked.has(name));
  };
  const parts = conjuncts(tree);
  const plain = parts.flatMap((part) => (part.kind === 'task' && part.result === undefined ? [part.name] : []));
  const lenient = new Set(
    [
      ...parts.flatMap((part) => omittedTask(part) ?? []),
      ...parts.flatMap((part) => endedTask(part) ?? []).filter(isOfFailure),
    ].filter(isHook),
  );
  const isWhole = (hook: string) => [...behind(hook)].every((name) => !isHook(name) || lenient.has(name));
  return new Set([...plain.filter(isHook), ...[...lenient].filter(isWhole)]);
}

/** The task of `(task || task.Omitted)`. */
function omittedTask(part: Depends): string | undefined {
  return taskWithEnds(part, [undefined, 'Omitted']);
}

/** The task of `(task || task.Omitted || task.Failed || task.Errored)`, which is behind a failure that is asked for. */
function endedTask(part: Depends): string | undefined {
  return taskWithEnds(part, [undefined, 'Omitted', 'Failed', 'Errored']);
}

function taskWithEnds(part: Depends, results: readonly (string | undefined)[]): string | undefined {
  if (part.kind !== 'or' || part.parts.length !== results.length) return undefined;
  const tasks = part.parts.map((one) => (one.kind === 'task' ? one : undefined));
  const name = tasks[0]?.name;
  return tasks.every((one, index) => one?.name === name && one?.result === results[index]) ? name : undefined;
}
