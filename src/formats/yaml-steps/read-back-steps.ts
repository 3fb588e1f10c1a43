/** The steps of a document that was made from a plain one, read anew. It holds until the next one is read. */
export interface ReadBack {
  readonly text: string;
  /** How many keys the root of the document has, `steps` among them. */
  readonly keys: number;
  /** By step: where its dash is, and where its last value ends. */
  readonly dash: readonly number[];
  readonly to: readonly number[];
  readonly steps: number;
  /** What a step waits for: its place in the text, and names; `undefined` where nothing is written. */
  needsOf(step: number): { readonly from: number; readonly to: number; readonly names: readonly string[] } | undefined;
  nameOf(step: number): string;
  /** Is this what a step says, its name apart, as `fingerprint` has it? */
  says(step: number, content: string): boolean;
  /** What it says, for messages. */
  contentOf(step: number): string;
}
