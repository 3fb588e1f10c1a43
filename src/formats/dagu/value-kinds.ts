/** What the engine takes as the value of a field. */
export interface Kind {
  /** What to write, in nouns of which one is enough. */
  readonly called: readonly string[];
  /** The same where no noun says it well. */
  readonly toWrite?: string;
  readonly scalars: readonly ScalarType[];
  readonly texts?: (text: string) => boolean;
  /** Is it one of the numbers? As written: the engine tells 2 from 2.0. */
  readonly numbers?: (written: string) => boolean;
  /** Null is refused as well, and so is a key without a value. */
  readonly isGiven?: true;
  /** What the items of a list are; without it, a list is refused. */
  readonly items?: Kind | 'any';
  /** A list without items is refused as well. */
  readonly isFilled?: true;
  /** What is wrong with a text, where more is to say than what it is not; words that follow the name of the field and its value. */
  readonly explain?: (text: string) => { readonly why: string; readonly instead: string } | undefined;
  /** What the values of a mapping are; without it, a mapping is refused. */
  readonly values?: Kind | 'any';
  /** The only keys that a mapping may have. */
  readonly keys?: readonly string[];
}

/** What both versions take a scalar for. */
export type ScalarType = 'text' | 'number' | 'flag';

/** `undefined` where the two may take it for something else than it seems. @param core the type of YAML's core schema */
export function scalarTypeOf(
  isPlain: boolean,
  core: 'string' | 'null' | 'boolean' | 'number',
  text: string,
): ScalarType | undefined {
  if (!isPlain) return 'text';
  if (core === 'boolean') return 'flag';
  if (core === 'number') return certainNumber.test(text) ? 'number' : undefined;
  return maybeNumber.test(text) ? undefined : 'text';
}

/** `1e5`, `08` and dates are texts. */
const certainNumber = /^[-+]?(?:0[0-7]*|[1-9]\d{0,17}|(?:0|[1-9]\d*)\.\d+)$/;
const maybeNumber = /^[-+]?(?:0[xXoObB]|[\d._]+$|\.?(?:inf|nan)$)/i;

/** May a scalar of that type be there? */
export function takesScalar({ scalars, texts, numbers }: Kind, type: ScalarType, text: string): boolean {
  if (!scalars.includes(type)) return false;
  if (type === 'text') return texts?.(text) ?? true;
  return type === 'flag' || (numbers?.(text) ?? true);
}

export function takesAnyText({ scalars, texts, isGiven }: Kind): boolean {
  return scalars.includes('text') && texts === undefined && !isGiven;
}
