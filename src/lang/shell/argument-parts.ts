import type { OptionTable } from './options.js';
import type { Language, Program } from './programs/program.js';
import type { Word } from './tokens.js';

/** Some words of a command, as the program before them takes them. */
export type Part =
  | ({ readonly kind: 'command' } & Place & {
        /** The program itself, where it is written elsewhere: `from` is then the word in front of its arguments. */
        readonly program?: Word;
      })
  /** Code: these words with blanks between them, the first one without so many characters. */
  | {
      readonly kind: 'code';
      readonly from: number;
      readonly to: number;
      readonly skip: number;
      readonly language: Language;
      /** More words may follow. */
      readonly open: boolean;
      /** What its program fills in is where this is, or another sign in braces. */
      readonly fills?: string | undefined;
    }
  /** A file of code. */
  | { readonly kind: 'file'; readonly at: number; readonly language: Language }
  /** What the program of an image is given, and what the image is called; `undefined` where nothing of that is known. */
  | { readonly kind: 'image'; readonly from: number; readonly image: string | undefined }
  /** What it reads is code. */
  | { readonly kind: 'input'; readonly language: Language }
  /** A variable that is set, or with `isReference` one that is another name of the variable that is its value. */
  | { readonly kind: 'setting'; readonly at: number; readonly isReference: boolean };

/** A program among the words of a command: its own index, and where its arguments end. */
export interface Place {
  readonly from: number;
  readonly to: number;
  /** More words may follow, from the input of the program that runs it. */
  readonly open: boolean;
  /** What that program fills in is where this does. */
  readonly fills: string | undefined;
}

/** A program that reads its arguments, one after another. */
export interface ArgumentReader {
  readonly row: Program;
  readonly table: OptionTable;
  readonly words: readonly Word[];
  readonly place: Place;
  at: number;
  readonly parts: Part[];
  /** Indexes of the words that are no options and no values of them. */
  readonly operands: number[];
  /** Options end here. */
  ended: boolean;
  /** All is said: an option or a verb takes what is left. */
  done: boolean;
  hasCode: boolean;
  letters: string;
  /** How many words so far may be several or none. */
  vanishing: number;
  fills: string | undefined;
  /** The last program that an option named, and how many of its characters are in front. */
  entry: { readonly at: number; readonly skip: number } | undefined;
  /** Behind an option that is not known, its value or its command may be here. */
  guessFrom: number | undefined;
  /** It is asked for its version or for help only. */
  isQuestion: boolean;
}
