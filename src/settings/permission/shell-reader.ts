/** A word as its program gets it. */
export interface Word {
  readonly text: string;
  /** So many characters of it are certain; the shell fills in what follows. Infinite where all of it is. */
  readonly known: number;
  /** Without quotes and backslashes: only such a word can mean something to the shell itself. */
  readonly bare: boolean;
}

/** What the shell runs at once, with its words and as it is written. */
export interface SimpleCommand {
  readonly words: readonly Word[];
  readonly source: string;
}

/** The state of a reader that goes once through shell text, from left to right. */
export interface Reader {
  readonly source: string;
  at: number;
  depth: number;
  readonly commands: SimpleCommand[];
  /** Reads commands from here on: up to the bracket that ends them where they are `nested`, else all of them. */
  readonly readCommands: (reader: Reader, nested: boolean) => void;
  /** Announced by `<<`; their bodies begin with the next line. */
  heredocs: { readonly end: string; readonly tabs: boolean; readonly expands: boolean }[];
  expands: boolean;
  certain: boolean;
}

/** Gives up where it is nested too deep. */
export function inside(reader: Reader, read: () => void): void {
  reader.depth += 1;
  if (reader.depth <= DEEPEST) read();
  else {
    reader.certain = false;
    reader.at = reader.source.length;
  }
  reader.depth -= 1;
}

const DEEPEST = 30;

export function closing(source: string, from: number, sign: string): number {
  for (let at = from; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === sign) return at;
  }
  return -1;
}

export function endOfLine(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end === -1 ? source.length : end;
}

export function matchAt(sticky: RegExp, text: string, at: number): readonly (string | undefined)[] | undefined {
  sticky.lastIndex = at;
  return sticky.exec(text) ?? undefined;
}
