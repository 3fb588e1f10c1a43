import { type HereDocument, type Level, valueSign } from './tokens.js';
import { addUnknown, newWord, type OpenWord } from './word.js';

/** How the shell reads the place where a value will be. */
export type ShellContext =
  /** Outside of quotes; `word` is what is before it in the same word. */
  | { readonly kind: 'bare'; readonly word: string }
  | { readonly kind: 'single' }
  | { readonly kind: 'double' }
  /** No quoting is safe here, for the reason given. */
  | { readonly kind: 'refused'; readonly reason: string };

/** The state of a reader that goes once through shell text, from left to right. */
export interface Scan {
  readonly source: string;
  /** Where values are: offsets into the source, ascending. */
  readonly marks: readonly number[];
  /** One for each mark that was passed. */
  readonly contexts: ShellContext[];
  at: number;
  readonly stack: Frame[];
  /** The text itself first, then what is in each `$( )`, `<( )` and `>( )`. */
  readonly levels: Level[];
  /** Texts that the shell reads anew: what is between backquotes, and the bodies of here-documents that it expands. */
  readonly inner: InnerText[];
  /** Announced by `<<`; their bodies begin with the next line. */
  heredocs: HereDocument[];
  /** Why nothing is certain from here on. */
  lost: string | undefined;
  /** What opens and never closes: then nothing is certain at all. */
  unclosed: string | undefined;
  /** Why there may be commands in it that were not found. */
  readonly unsure: string[];
  /** Something of it depends on variables or on what commands print. */
  expands: boolean;
  /** How many places of the shell at most are inside of each other. */
  depth: number;
}

interface InnerText {
  readonly text: string;
  readonly isBody: boolean;
}

/** What is open at a place. `refusal` is the reason that holds inside of the frame and of all that it encloses. */
export type Frame =
  | Commands
  | Arithmetic
  | {
      /** `body` is a here-document by itself. */
      readonly kind: 'double' | 'parameter' | 'index' | 'body';
      refusal: string | undefined;
      /** The word that what is here is a part of. */
      readonly word: OpenWord | undefined;
    };

export interface Commands {
  readonly kind: 'commands';
  /** Inside `$( )`, where a bracket without a partner ends it. */
  readonly nested: boolean;
  readonly level: Level;
  refusal: string | undefined;
  parens: number;
  word: OpenWord | undefined;
  /** Inside `[[ ]]`: which contexts belong to it, and whether an operator there evaluates its operands. */
  test: { readonly contexts: number[]; evaluates: boolean } | undefined;
}

export interface Arithmetic {
  readonly kind: 'arithmetic';
  refusal: string | undefined;
  parens: number;
  readonly word: undefined;
}

export function commands(scan: Pick<Scan, 'levels'>, nested: boolean): Commands {
  const level = { tokens: [] };
  scan.levels.push(level);
  return {
    kind: 'commands',
    nested,
    level,
    refusal: undefined,
    parens: 0,
    word: undefined,
    test: undefined,
  };
}

export function arithmetic(refusal: string): Arithmetic {
  return { kind: 'arithmetic', parens: 2, refusal, word: undefined };
}

export function refused(reason: string): ShellContext {
  return { kind: 'refused', reason };
}

/** Shells disagree about what follows. */
export function lose(scan: Scan, reason: string): void {
  scan.lost ??= reason;
  scan.unsure.push(reason);
}

/** The word at this place, which begins here without one. */
export function wordHere(scan: Scan, frame: Commands): OpenWord {
  frame.word ??= newWord(scan.at, scan.contexts.length);
  return frame.word;
}

/** Gives a context to every mark up to and including `end`, as seen from the frame on top or as stated. */
export function record(scan: Scan, end: number, stated?: ShellContext): void {
  const frame = scan.stack.at(-1)!;
  while (scan.contexts.length < scan.marks.length && scan.marks[scan.contexts.length]! <= end) {
    const number = scan.contexts.length;
    const refusal = frame.refusal ?? scan.lost;
    if (frame.kind === 'commands') {
      frame.word ??= newWord(scan.marks[number]!, number);
      frame.test?.contexts.push(number);
    }
    scan.contexts.push(refusal ? refused(refusal) : (stated ?? contextIn(frame)));
    if (frame.kind === 'commands') frame.word!.head += valueSign;
    addUnknown(frame.word, valueSign, false);
  }
}

function contextIn(frame: Frame): ShellContext {
  if (frame.kind === 'double') return { kind: 'double' };
  if (frame.kind !== 'commands') return refused('it is in an expansion of the shell');
  return { kind: 'bare', word: frame.word?.head ?? '' };
}

/** The character that far away, or nothing where a value or the end comes first. */
export function peek(scan: Scan, distance: number): string {
  const mark = scan.marks[scan.contexts.length];
  return mark !== undefined && mark <= scan.at + distance ? '' : (scan.source[scan.at + distance] ?? '');
}

export function enter(scan: Scan, frame: Frame, length: number): void {
  frame.refusal = scan.stack.at(-1)!.refusal ?? frame.refusal;
  scan.stack.push(frame);
  scan.depth = Math.max(scan.depth, scan.stack.length);
  scan.at += length;
}

/** Passes over what ends with the character at `close`. Without an end, nothing behind it is certain. */
export function skip(scan: Scan, close: number, inside: ShellContext, opening: string): void {
  const stop = close === -1 ? scan.source.length : close;
  if (close === -1) scan.unclosed = opening;
  record(scan, stop, inside);
  scan.at = close === -1 ? stop : stop + 1;
}

/** The offset of the next `sign` that no backslash protects, or -1. */
export function closing(source: string, from: number, sign: string): number {
  for (let at = from; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === sign) return at;
  }
  return -1;
}

export function matchAt(sticky: RegExp, text: string, at: number): readonly (string | undefined)[] {
  sticky.lastIndex = at;
  return sticky.exec(text) ?? [];
}
