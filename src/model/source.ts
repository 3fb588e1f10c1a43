/** The path of what came from standard input. */
export const standardInputPath = '<stdin>';

/** A text that came in, as it was read. `path` is what messages show. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A text that goes out. */
export interface WrittenFile extends SourceFile {
  /** The same text in pieces, where it is large and not what was read: then the whole of it is made when it is asked for. */
  readonly pieces?: () => Iterable<string>;
}

/** A stretch of a source file: UTF-16 offsets into its text, `end` excluded. */
export interface Span {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** Replace `start`..`end` of a file by `text`; an insertion has `start === end`. */
export interface TextEdit extends Span {
  readonly text: string;
}
