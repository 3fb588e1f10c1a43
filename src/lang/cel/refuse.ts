import { nearestName } from '../nearest.js';
import { isSubject, namesOfFacts } from './facts.js';
import { allParts, type CelNode, functionOf, isLoop, partsOf } from './tree.js';

/** What keeps an expression from being used. */
export type CelProblem = {
  /** Offsets into the expression. */
  readonly start: number;
  readonly end: number;
} & (
  | { readonly kind: 'syntax' | 'type'; readonly reason: string }
  | { readonly kind: 'name'; readonly name: string; readonly nearest: string | undefined }
  | { readonly kind: 'refused'; readonly what: string }
  | { readonly kind: 'size'; readonly limit: string }
);

/** The first part that is not on the lists of what expressions may do: with them alone the time that an expression takes is known before. */
export function refusedIn(tree: CelNode): CelProblem | undefined {
  const parts = allParts(tree);
  const variables = new Set(parts.filter(isLoop).map((loop) => partsOf(loop)[1]?.args));
  const problem = firstOf(parts, (part) => refusedPart(part) ?? unknownName(part, parts, variables));
  if (problem) return problem;
  const { start, end } = tree;
  return loopsIn(tree) > maxLoops
    ? { kind: 'size', limit: `${maxLoops} loops inside each other`, start, end }
    : undefined;
}

function refusedPart(part: CelNode): CelProblem | undefined {
  const { op, args, start, end } = part;
  const name = functionOf(part);
  if (name !== undefined) return functions.has(name) ? undefined : { kind: 'refused', what: `${name}()`, start, end };
  if (!operators.has(op)) return { kind: 'refused', what: words[op] ?? op, start, end };
  const isPlain = op !== 'value' || ['string', 'bigint', 'boolean'].includes(typeof args);
  return isPlain
    ? undefined
    : { kind: 'refused', what: 'values other than text, whole numbers, true and false', start, end };
}

/** A subject alone is no fact, and a variable of a loop must not hide one. */
function unknownName(
  part: CelNode,
  parts: readonly CelNode[],
  variables: ReadonlySet<unknown>,
): CelProblem | undefined {
  const { op, args, start, end } = part;
  if (op !== 'id' || (variables.has(args) && !isSubject(String(args)))) return undefined;
  const user = parts.find((one) => one.op === '.' && partsOf(one)[0] === part);
  const name = user ? `${args}.${(user.args as readonly unknown[])[1]}` : String(args);
  const known = namesOfFacts();
  if (known.includes(name)) return undefined;
  return { kind: 'name', name, nearest: nearestName(name, known), start, end: user?.end ?? end };
}

function firstOf<T, R>(all: Iterable<T>, found: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const result = found(one);
    if (result !== undefined) return result;
  }
  return undefined;
}

function loopsIn(node: CelNode): number {
  return Math.max(0, ...partsOf(node).map(loopsIn)) + (isLoop(node) ? 1 : 0);
}

const maxLoops = 3;

const operators = new Set([
  'value',
  'id',
  '.',
  '[]',
  'list',
  '?:',
  '||',
  '&&',
  '!_',
  '-_',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'in',
]);

const words: Readonly<Record<string, string>> = { map: 'mappings', '.?': 'optional values', '[?]': 'optional values' };

export const celFunctions = [
  ...['size', 'has', 'contains', 'startsWith', 'endsWith', 'lowerAscii', 'upperAscii'],
  ...['exists', 'all', 'exists_one', 'filter'],
];

const functions = new Set(celFunctions);
