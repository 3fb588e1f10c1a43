/** What a model answered, and the YAML in it. */
export interface PeeledAnswer {
  /** The YAML; the answer itself, byte for byte, where it is YAML already or where none is found in it. */
  readonly text: string;
  readonly peeled: boolean;
  /** Offsets into the answer of the blocks that `text` was made of. */
  readonly blocks: readonly Place[];
  /** How many of these blocks are the rest of the one before, where the answer was cut. */
  readonly continued: number;
  /** How many blocks of YAML were left out because they are no mapping, such as a list shown as an example. */
  readonly skipped: number;
  /** The first block that may be the rest of the one before; then `text` may be half of a workflow. */
  readonly unclear: Place | undefined;
  /** The fence around it is never closed. */
  readonly unclosed: boolean;
  /** How many blocks are workflows of their own of which only one can be meant; `text` is the first of them. */
  readonly alternatives: number;
  /** The languages of its blocks, where none of them is YAML and nothing else is. */
  readonly foreign: readonly string[];
}

/** A stretch of an answer. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** An answer in which nothing is around the workflow. */
export function untouchedAnswer(answer: string): PeeledAnswer {
  return {
    text: answer,
    peeled: false,
    blocks: [],
    continued: 0,
    skipped: 0,
    unclear: undefined,
    unclosed: false,
    alternatives: 0,
    foreign: [],
  };
}
