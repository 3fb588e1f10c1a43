import type { StepPlaces } from './plain-steps.js';

/** What a document says that was made from a plain one. It holds until the next one is read. */
export interface ReadBack extends StepPlaces {
  readonly text: string;
  /** The place of the name of the DAG. */
  readonly titleFrom: number;
  readonly titleTo: number;
  /** How many keys it has beside its steps. */
  readonly keys: number;
  readonly listFrom: number;
  readonly names: readonly string[];
  /** By step: where its needs begin in `needs`; one entry more than there are steps. */
  readonly firstNeed: readonly number[];
  readonly needs: readonly number[];
  /** What a step says, its name apart, as `fingerprint` has it. */
  contentOf(step: number): string;
}
