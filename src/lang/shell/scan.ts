/** How the shell reads the place where a value shall stand. */
export type ShellContext =
  /** Outside of quotes; `word` is what stands before it in the same word. */
  | { readonly kind: 'bare'; readonly word: string }
  | { readonly kind: 'single' }
  | { readonly kind: 'double' }
  /** No quoting is safe here, for the reason given. */
  | { readonly kind: 'refused'; readonly reason: string };

/** The state of a reader that goes once through shell text, from left to right. */
export interface Scan {
  readonly source: string;
  /** Where values stand: offsets into the source, ascending. */
  readonly marks: readonly number[];
  /** One for each mark that was passed. */
  readonly contexts: ShellContext[];
  at: number;
  readonly stack: Frame[];
  /** In the order in which they end: words of a substitution come before the word that it stands in. */
  readonly tokens: ShellToken[];
  /** Announced by `<<`; their bodies begin with the next line. */
  heredocs: { readonly end: string; readonly tabs: boolean; readonly expands: boolean }[];
  /** Why nothing is certain from here on. */
  lost: string | undefined;
  /** What opens and never closes: then nothing is certain at all. */
  unclosed: string | undefined;
}

/** Values that stand next to each other, by their order in the text: from this one to the one before that. */
export interface ValueRange {
  readonly from: number;
  readonly to: number;
}

/** What commands are made of. `within` is the same object for all that stands in one `$( )`, or in none. */
export type ShellToken =
  | {
      readonly kind: 'word';
      readonly within: object;
      /** Offsets into the source. */
      readonly start: number;
      readonly end: number;
      readonly values: ValueRange;
    }
  | {
      readonly kind: 'operator';
      readonly within: object;
      readonly at: number;
      readonly sign: string;
      /** How many values stand before it. */
      readonly values: number;
    };

/** What is open at a place. `refusal` is the reason that holds inside of the frame and of all that it encloses. */
export type Frame =
  | Commands
  | Arithmetic
  | { readonly kind: 'double' | 'parameter' | 'index'; refusal: string | undefined };

export interface Commands {
  readonly kind: 'commands';
  /** Inside `$( )`, where a bracket without a partner ends it. */
  readonly nested: boolean;
  refusal: string | undefined;
  parens: number;
  word: string;
  /** Where the word began, and how many values came before it. */
  start: { readonly at: number; readonly values: number };
  /** Inside `[[ ]]`: which contexts belong to it, and whether an operator there evaluates its operands. */
  test: { readonly contexts: number[]; evaluates: boolean } | undefined;
}

export interface Arithmetic {
  readonly kind: 'arithmetic';
  refusal: string | undefined;
  parens: number;
}

export function commands(nested: boolean): Commands {
  return {
    kind: 'commands',
    nested,
    refusal: undefined,
    parens: 0,
    word: '',
    start: { at: 0, values: 0 },
    test: undefined,
  };
}

export function refused(reason: string): ShellContext {
  return { kind: 'refused', reason };
}

/** Gives a context to every mark up to and including `end`, as seen from the frame on top or as stated. */
export function record(scan: Scan, end: number, stated?: ShellContext): void {
  const frame = scan.stack.at(-1)!;
  while (scan.contexts.length < scan.marks.length && scan.marks[scan.contexts.length]! <= end) {
    const number = scan.contexts.length;
    const refusal = frame.refusal ?? scan.lost;
    if (frame.kind === 'commands') frame.test?.contexts.push(number);
    scan.contexts.push(refusal ? refused(refusal) : (stated ?? contextIn(frame)));
    if (frame.kind !== 'commands') continue;
    if (frame.word === '') frame.start = { at: scan.marks[number]!, values: number };
    frame.word += valueSign;
  }
}

/** Stands for a value in a word: a character that means nothing to a shell. */
export const valueSign = '\uFFFC';

function contextIn(frame: Frame): ShellContext {
  if (frame.kind === 'double') return { kind: 'double' };
  if (frame.kind !== 'commands') return refused('it stands in an expansion of the shell');
  return { kind: 'bare', word: frame.word };
}

/** The character that far away, or nothing where a value or the end comes first. */
export function peek(scan: Scan, distance: number): string {
  const mark = scan.marks[scan.contexts.length];
  return mark !== undefined && mark <= scan.at + distance ? '' : (scan.source[scan.at + distance] ?? '');
}

export function enter(scan: Scan, frame: Frame, length: number): void {
  frame.refusal = scan.stack.at(-1)!.refusal ?? frame.refusal;
  scan.stack.push(frame);
  scan.at += length;
}

/** Passes over what ends with the character at `close`. Without an end, nothing behind it is certain. */
export function skip(scan: Scan, close: number, inside: ShellContext, opening: string): void {
  if (close === -1) scan.unclosed = opening;
  record(scan, close === -1 ? scan.source.length : close, inside);
  scan.at = close === -1 ? scan.source.length : close + 1;
}

/** The offset of the next `sign` that no backslash protects, or -1. */
export function closing(source: string, from: number, sign: string): number {
  for (let at = from; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === sign) return at;
  }
  return -1;
}
