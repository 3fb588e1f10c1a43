import type { NodeFacts } from '../../model/facts.js';

/** Something that a rule may be for: a node, or a DAG with all that runs in it. */
export interface MatchPlace {
  readonly dag: number;
  /** Names by which patterns of `step` know it. */
  readonly names: readonly string[];
  /** What it does; `undefined` for a DAG as such. */
  readonly facts: NodeFacts | undefined;
}
