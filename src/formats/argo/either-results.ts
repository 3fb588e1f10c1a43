import { type Depends, tasksIn } from './depends.js';

/** Results that an expression goes on after, such as `a.Failed`, of tasks that it also goes on after where they went well; by the task. */
export function eitherResults(tree: Depends): ReadonlyMap<string, readonly string[]> {
  const partsOf = partsByTask();
  const names = new Set(tasksIn(tree).map(({ name }) => name));
  const found = new Map<string, readonly string[]>();
  for (const name of names) {
    const goesOn = (end: End) => allows(tree, name, ends[end], partsOf) === true;
    if (!goesOn('well')) continue;
    const partly = (goesOn('partlyFailed') && !goesOn('failed')) || (goesOn('partlyErrored') && !goesOn('errored'));
    const results = [
      ...(goesOn('failed') ? [`${name}.Failed`] : []),
      ...(goesOn('errored') ? [`${name}.Errored`] : []),
      ...(partly ? [`${name}.AnySucceeded`] : []),
    ];
    if (results.length > 0) found.set(name, results);
  }
  return found;
}

/** Does an expression hold by what it says of one task alone? `undefined` where it says nothing of that. */
function allows(tree: Depends, name: string, results: ReadonlySet<string>, partsOf: PartsOf): boolean | undefined {
  if (tree.kind === 'task') return tree.name === name ? results.has(tree.result ?? 'Succeeded') : undefined;
  if (tree.kind === 'not') {
    const inner = allows(tree.inner, name, results, partsOf);
    return inner === undefined ? undefined : !inner;
  }
  const said = partsOf(tree, name).map((part) => allows(part, name, results, partsOf));
  if (said.length === 0) return undefined;
  return tree.kind === 'and' ? !said.includes(false) : said.includes(true);
}

type Joined = Extract<Depends, { readonly kind: 'and' | 'or' }>;
type PartsOf = (tree: Joined, task: string) => readonly Depends[];

/** The parts of an expression that speak of a task: an expression may have thousands that speak of others. */
function partsByTask(): PartsOf {
  const known = new Map<Joined, Map<string, Depends[]>>();
  return (tree, task) => {
    const byTask = known.get(tree) ?? new Map<string, Depends[]>();
    if (!known.has(tree)) {
      known.set(tree, byTask);
      for (const part of tree.parts)
        for (const name of new Set(tasksIn(part).map((one) => one.name))) {
          const parts = byTask.get(name);
          if (parts) parts.push(part);
          else byTask.set(name, [part]);
        }
    }
    return byTask.get(task) ?? [];
  };
}

type End = keyof typeof ends;

/** The ways in which a task ends that ran, and the results that hold then. One with `withItems` may have gone well for some of them. */
const ends = {
  well: new Set(['Succeeded', 'Daemoned', 'AnySucceeded']),
  failed: new Set(['Failed', 'AllFailed']),
  partlyFailed: new Set(['Failed', 'AnySucceeded']),
  errored: new Set(['Errored']),
  partlyErrored: new Set(['Errored', 'AnySucceeded']),
} as const satisfies Readonly<Record<string, ReadonlySet<string>>>;
