import type { ASTNode, Environment } from '@marcbachmann/cel-js';
import { loadedLate } from '../late.js';
import { costOf } from './cost.js';
import { celFacts, type FactName, type FactReader, type FactValue } from './facts.js';
import { hopefulOf } from './hopeful.js';
import { keysAsked } from './keys.js';
import { limitIn, readable } from './library-words.js';
import { isPositiveIn } from './positive.js';
import { type CelProblem, refusedIn } from './refuse.js';
import { allParts, factAt } from './tree.js';

/** A condition in CEL that was checked: its names and types are right, and the time it takes is bounded. */
export interface Cel {
  /** Facts that it names, each once. */
  readonly facts: readonly FactName[];
  /** True where more items in this list of facts can make it true, but never false. */
  growsWith(fact: FactName): boolean;
  /** The keys of this map that it asks for; `undefined` where it looks at all of them. */
  keysOf(fact: FactName): ReadonlySet<string> | undefined;
  /** False only where it is false whatever this fact is. */
  hopeful(fact: FactName): Cel;
  /** @param budget how much work there may be; what is more is not begun */
  evaluate(read: FactReader, budget: number): CelResult;
}

export type CelResult =
  | { readonly kind: 'value'; readonly value: boolean; readonly cost: number }
  /** `why` ends the sentence "…, because". */
  | { readonly kind: 'failed'; readonly why: string; readonly cost: number };

export type CompiledCel =
  | { readonly ok: true; readonly cel: Cel }
  | { readonly ok: false; readonly problem: CelProblem };

/** Reads and checks an expression over the facts of `celFacts`. */
export function compileCel(source: string): CompiledCel {
  const known = compiled.get(source) ?? compile(source);
  if (compiled.size < 1000) compiled.set(source, known);
  return known;
}

/** The same expression is compiled when rules are read, and for each workflow. */
const compiled = new Map<string, CompiledCel>();

function compile(source: string): CompiledCel {
  const whole = { start: 0, end: source.length };
  const failed = (problem: CelProblem): CompiledCel => ({ ok: false, problem });
  if (source.length > maxLength) return failed({ kind: 'size', limit: `${maxLength} characters`, ...whole });
  const { library, environment } = load();
  try {
    const parsed = environment.parse(source);
    const refused = refusedIn(parsed.ast);
    if (refused) return failed(refused);
    const { valid, type, error } = parsed.check();
    if (!valid) return failed({ kind: 'type', reason: readable(error), ...(error!.range ?? whole) });
    if (type !== 'bool') return failed({ kind: 'type', reason: `it gives ${type}, not true or false`, ...whole });
    return { ok: true, cel: celOf(source, parsed.ast, parsed) };
  } catch (error) {
    if (!(error instanceof library.ParseError)) throw error;
    const range = error.range ?? whole;
    if (error.code === 'limit_exceeded') return failed({ kind: 'size', limit: limitIn(error.summary), ...range });
    return failed({ kind: 'syntax', reason: readable(error), ...range });
  }
}

function celOf(source: string, tree: ASTNode, run: (context: Record<string, unknown>) => unknown): Cel {
  const facts = factsIn(tree);
  return {
    facts,
    growsWith: (fact) => isPositiveIn(tree, fact),
    keysOf: (fact) => keysAsked(tree, fact),
    hopeful(fact) {
      const hopeful = compileCel(hopefulOf(source, tree, fact));
      if (!hopeful.ok) throw new Error(`no expression: ${hopefulOf(source, tree, fact)}`);
      return hopeful.cel;
    },
    evaluate(read, budget) {
      const values = facts.map(({ subject, name }) => read(subject, name));
      const cost = costOf(tree, values);
      if (cost > budget) return { kind: 'failed', why: 'the workflow is too large for its `cel`', cost: 0 };
      try {
        return { kind: 'value', value: run(contextOf(facts, values)) === true, cost };
      } catch (error) {
        return { kind: 'failed', why: `its \`cel\` gives no answer: ${readable(error)}`, cost };
      }
    },
  };
}

function factsIn(tree: ASTNode): readonly FactName[] {
  const named = allParts(tree).flatMap((part) => factAt(part) ?? []);
  return [...new Map(named.map((fact) => [`${fact.subject}.${fact.name}`, fact])).values()];
}

/** Facts that are not named need not be there. */
function contextOf(facts: readonly FactName[], values: readonly FactValue[]): Record<string, unknown> {
  const context: Record<string, Record<string, FactValue>> = {};
  for (const [index, { subject, name }] of facts.entries()) {
    context[subject] ??= {};
    context[subject][name] = values[index]!;
  }
  return context;
}

const maxLength = 2000;
const limits = { maxAstNodes: 400, maxDepth: 40, maxListElements: 200, maxCallArguments: 4 };

type Library = typeof import('@marcbachmann/cel-js');

/** Few rules have an expression, so the library is loaded with the first one. */
const load = loadedLate('@marcbachmann/cel-js', createEnvironment);

function createEnvironment(library: Library): { readonly library: Library; readonly environment: Environment } {
  const environment = new library.Environment({ limits });
  for (const [name, schema] of Object.entries(celFacts)) environment.registerVariable({ name, schema });
  return { library, environment };
}
