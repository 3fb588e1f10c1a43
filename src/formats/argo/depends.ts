import { nameTag } from './task-names.js';

/**
 * What a task of a DAG waits for, as one expression: names of tasks, each with a result or without one, joined by `&&`, `||`, `!`
 * and brackets. A bare name asks for a task that went well or was skipped.
 */
export type Depends =
  | { readonly kind: 'task'; readonly name: string; readonly result: string | undefined; readonly start: number }
  | { readonly kind: 'not'; readonly inner: Depends }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Depends[] };

export type ReadDepends =
  | { readonly ok: true; readonly tree: Depends }
  | { readonly ok: false; readonly problem: string; readonly at: number };

/** Never recurses deeper than so many brackets, because the text is somebody else's. */
const deepest = 200;

export function parseDepends(text: string): ReadDepends {
  const tokens = tokensOf(text);
  if ('problem' in tokens) return { ok: false, ...tokens };
  let at = 0;
  let depth = 0;
  let problem: { readonly problem: string; readonly at: number } | undefined;
  const fail = (words: string): Depends => {
    problem ??= { problem: words, at: tokens[at]?.start ?? text.length };
    return nothing;
  };
  const list = (kind: 'and' | 'or', sign: string, inner: () => Depends): Depends => {
    const parts = [inner()];
    while (!problem && tokens[at]?.text === sign) {
      at += 1;
      parts.push(inner());
    }
    return parts.length === 1 ? parts[0]! : { kind, parts };
  };
  const either = (): Depends => list('or', '||', both);
  const both = (): Depends => list('and', '&&', one);
  const one = (): Depends => {
    const token = tokens[at];
    if (token === undefined) return fail('a task is missing at its end');
    if (token.text === '!' || token.text === '(') {
      if (depth === deepest) return fail('it has too many brackets');
      at += 1;
      depth += 1;
      const inner = token.text === '!' ? one() : either();
      depth -= 1;
      if (token.text === '!') return { kind: 'not', inner };
      if (!problem && tokens[at]?.text !== ')') return fail('a bracket is not closed');
      at += 1;
      return inner;
    }
    if (signs.has(token.text)) return fail(`\`${token.text}\` is where a task should be`);
    at += 1;
    const dot = token.text.indexOf('.', token.text.lastIndexOf('}}') + 1);
    const [name, result] = dot < 0 ? [token.text] : [token.text.slice(0, dot), token.text.slice(dot + 1)];
    return { kind: 'task', name: name!, result, start: token.start };
  };
  const tree = either();
  if (!problem && at < tokens.length) fail(`\`${tokens[at]!.text}\` is where \`&&\` or \`||\` should be`);
  return problem ? { ok: false, ...problem } : { ok: true, tree };
}

const nothing: Depends = { kind: 'and', parts: [] };

/** Each task that an expression speaks of, in the order of the text. */
export function tasksIn(tree: Depends): readonly Extract<Depends, { readonly kind: 'task' }>[] {
  if (tree.kind === 'task') return [tree];
  return tree.kind === 'not' ? tasksIn(tree.inner) : tree.parts.flatMap(tasksIn);
}

/** An expression in one way to write it. */
export function printDepends(tree: Depends): string {
  if (tree.kind === 'task') return tree.result === undefined ? tree.name : `${tree.name}.${tree.result}`;
  if (tree.kind === 'not') return `!${printDepends(tree.inner)}`;
  return `(${tree.parts.map(printDepends).join(tree.kind === 'and' ? ' && ' : ' || ')})`;
}

/** What has to hold all together. */
export function conjuncts(tree: Depends): readonly Depends[] {
  return tree.kind === 'and' ? tree.parts.flatMap(conjuncts) : [tree];
}

/** Can it hold only where each task that it speaks of ended well, or was skipped? Then a gate behind one of them is in the way of nothing else. */
export function asksForSuccess(tree: Depends): boolean {
  if (tree.kind === 'task') return tree.result === undefined || goodResults.has(tree.result);
  return tree.kind === 'and' && tree.parts.every(asksForSuccess);
}

/** Tasks without whose failure it cannot hold. */
export function failuresAskedFor(tree: Depends): ReadonlySet<string> {
  if (tree.kind === 'task') return new Set(badResults.has(tree.result ?? '') ? [tree.name] : []);
  if (tree.kind === 'not') return new Set();
  const [first, ...others] = tree.parts.map(failuresAskedFor);
  if (tree.kind === 'and') return new Set([first!, ...others].flatMap((names) => [...names]));
  return new Set([...first!].filter((name) => others.every((names) => names.has(name))));
}

const badResults: ReadonlySet<string> = new Set(['Failed', 'Errored', 'AllFailed']);

const goodResults = new Set(['Succeeded', 'Skipped', 'Daemoned']);

/** What may be behind the name of a task. */
export const taskResults = [
  'Succeeded',
  'Failed',
  'Errored',
  'Skipped',
  'Omitted',
  'Daemoned',
  'AnySucceeded',
  'AllFailed',
] as const;

const signs = new Set(['&&', '||', '!', '(', ')']);

interface Token {
  readonly text: string;
  readonly start: number;
}

const name = `(?:[A-Za-z0-9]|${nameTag})(?:[-A-Za-z0-9_]|${nameTag})*`;
const token = String.raw`\s*(?:(&&|\|\||[!()]|${name}(?:\.[A-Za-z]+)?)|$)`;

function tokensOf(text: string): readonly Token[] | { readonly problem: string; readonly at: number } {
  const tokens: Token[] = [];
  const next = new RegExp(token, 'y');
  while (next.lastIndex < text.length) {
    const start = next.lastIndex;
    const found = next.exec(text);
    if (!found) {
      const sign = text.slice(start).trimStart();
      return { problem: `\`${[...sign][0]}\` has no meaning there`, at: text.length - sign.length };
    }
    if (found[1] === undefined) break;
    tokens.push({ text: found[1], start: next.lastIndex - found[1].length });
  }
  return tokens;
}
