import type { Located } from './layer.js';
import type { Span } from './source.js';

/** One test of rules: a workflow, the rules, and what shall come of them. */
export interface RuleCase {
  readonly name: string;
  readonly span: Span;
  /** Paths, or the text itself where it has more than one line. */
  readonly workflow: readonly Located<string>[];
  /** The same for rules; `undefined` for those that other verbs would find. */
  readonly rules: readonly Located<string>[] | undefined;
  readonly targetVersion: string | undefined;
  readonly variables: ReadonlyMap<string, string>;
  readonly expected: Expected;
}

/** What is not stated is not compared; errors fail a case that states no diagnostics. */
interface Expected {
  readonly graph: Located<Graph> | undefined;
  /** Paths of files that hold the bytes of the outputs, in the order of the workflow files. */
  readonly output: readonly Located<string>[] | undefined;
  /** All codes that are reported, sorted, each once. */
  readonly diagnostics: Located<readonly string[]> | undefined;
}

/** For each DAG, the steps in their order, and for each step the names of those that it waits for directly. */
export type Graph = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
