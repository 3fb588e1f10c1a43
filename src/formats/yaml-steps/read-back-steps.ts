import type { EndOfKnown, ListBefore } from '../../text/flat/scan-list-again.js';

/** Reads what was made for plain documents, or of them. What it answers with holds until the next text is read. */
export interface StepReader {
  /** The steps of a document that was made from a plain one; `undefined` where it is plain no more. */
  documentAgain(text: string, before: ListBefore, endOfKnown: EndOfKnown): ReadBack | undefined;
  /** Those of a document that has nothing else. */
  stepsAlone(text: string): ReadBack | undefined;
}

/** Steps, read anew. */
export interface ReadBack {
  readonly text: string;
  /** By step: where its dash is, and where its last value ends. */
  readonly dash: readonly number[];
  readonly to: readonly number[];
  readonly count: number;
  /** Was it passed over, because its lines are known? Then nothing more can be asked about it. */
  isKnown(step: number): boolean;
  /** What a step waits for: its place in the text, and names; `undefined` where nothing is written. */
  needsOf(step: number): { readonly from: number; readonly to: number; readonly names: readonly string[] } | undefined;
  nameOf(step: number): string;
  /** Is this what a step says, its name apart, as `fingerprint` has it? */
  says(step: number, content: string): boolean;
  /** What it says, for messages. */
  contentOf(step: number): string;
}
