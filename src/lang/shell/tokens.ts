/** Values that are next to each other, by their order in the text: from this one to the one before that. */
export interface ValueRange {
  readonly from: number;
  readonly to: number;
}

/** A word as its program gets it, without quotes. */
export interface Word {
  readonly kind: 'word';
  /** With `valueSign` for each value and `pastedSign` for what was pasted in; variables as they are written. */
  readonly text: string;
  /** So many characters of it are certain: nothing was pasted into them, and the shell fills in nothing. Infinite where all of it is. */
  readonly known: number;
  /** So many characters of it the shell leaves as they are. Infinite where it fills in nothing, whatever was pasted in before. */
  readonly unexpanded: number;
  /** So many characters come before the first quote, backslash or expansion: only those can mean something to the shell itself. */
  readonly bare: number;
  /** An expansion in it is outside of quotes, so that it may become several words, or none. */
  readonly splits: boolean;
  /** It is, or holds, a `<( )` or `>( )`, which names a file with what commands print or read. */
  readonly isFile: boolean;
  /** Those in a `$( )` in it included. */
  readonly values: ValueRange;
  /** Commands inside of it, by what opens them: `$(`, `<(` or `>(`. */
  readonly levels: readonly { readonly sign: string; readonly level: Level }[];
  /** Offsets into the text. */
  readonly start: number;
  readonly end: number;
}

/**
 * Is for what an engine puts into shell text before a shell reads it, so that quotes do not tell what is there. A word in which an author
 * writes the sign is one that nobody knows as well.
 */
export const pastedSign = '\uFFFB';

/** Is for a value in a word: a character that means nothing to a shell. */
export const valueSign = '\uFFFC';

/** What commands are made of. */
export type ShellToken = Word | Operator;

export interface Operator {
  readonly kind: 'operator';
  readonly start: number;
  readonly end: number;
  readonly sign: string;
  /** How many values are before it. */
  readonly before: number;
  readonly heredoc: HereDocument | undefined;
}

/** The tokens of one list of commands. */
export interface Level {
  readonly tokens: ShellToken[];
}

export interface HereDocument {
  readonly end: string;
  readonly tabs: boolean;
  readonly expands: boolean;
  body: string;
}
