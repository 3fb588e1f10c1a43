import { type Depends, tasksIn } from './depends.js';

/** Results that an expression goes on after, such as `a.Failed`, of tasks that it also goes on after where they went well. */
export function eitherResults(tree: Depends): readonly string[] {
  const names = new Set(tasksIn(tree).map(({ name }) => name));
  return [...names].flatMap((name) => {
    const goesOn = (end: End) => allows(tree, name, ends[end]) === true;
    if (!goesOn('well')) return [];
    const partly = (goesOn('partlyFailed') && !goesOn('failed')) || (goesOn('partlyErrored') && !goesOn('errored'));
    return [
      ...(goesOn('failed') ? [`${name}.Failed`] : []),
      ...(goesOn('errored') ? [`${name}.Errored`] : []),
      ...(partly ? [`${name}.AnySucceeded`] : []),
    ];
  });
}

/** Does an expression hold by what it says of one task alone? `undefined` where it says nothing of that. */
function allows(tree: Depends, name: string, results: ReadonlySet<string>): boolean | undefined {
  if (tree.kind === 'task') return tree.name === name ? results.has(tree.result ?? 'Succeeded') : undefined;
  if (tree.kind === 'not') {
    const inner = allows(tree.inner, name, results);
    return inner === undefined ? undefined : !inner;
  }
  const said = tree.parts.map((part) => allows(part, name, results)).filter((one) => one !== undefined);
  if (said.length === 0) return undefined;
  return tree.kind === 'and' ? !said.includes(false) : said.includes(true);
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
