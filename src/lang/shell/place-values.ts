import type { VariablePiece } from '../template.js';
import { placesOf } from './places.js';
import type { ShellContext } from './scan.js';
import { reservedWords } from './shell-words.js';
import { valueSign } from './tokens.js';

/** A piece of shell text, as a template gives it. */
export type ShellPiece = { readonly kind: 'text'; readonly text: string } | VariablePiece;

/** A piece of a value: literally this, or shell text that yields it when it is inside double quotes. */
export type ShellValue = readonly (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'expression'; readonly expression: string }
)[];

/** Shell text with the places of its values understood; made once, filled many times. */
export interface ShellText {
  readonly pieces: readonly (ShellPiece & { readonly slot?: Slot })[];
}

interface Slot {
  readonly context: ShellContext;
  /** Why another program reads what is here as code; quotes keep it from the shell only. */
  readonly code: string | undefined;
  /** True where the text around lets a plain word be without quotes. */
  readonly open: boolean;
  /** The rest of the word, with a sign for each other value in it. */
  readonly head: string;
  readonly tail: string;
}

/** Variables mean quoted values; one that is to go in raw has to be text by now, because it may hold quotes. */
export function readShell(pieces: readonly ShellPiece[]): ShellText {
  const marks: number[] = [];
  let source = '';
  for (const piece of pieces) {
    if (piece.kind === 'text') source += piece.text;
    else marks.push(source.length);
  }
  const { contexts, codes } = placesOf(source, marks);
  let mark = 0;
  return {
    pieces: pieces.map((piece, index) => {
      if (piece.kind === 'text') return piece;
      const slot = slotOf(contexts[mark]!, codes[mark], textOf(pieces[index - 1]), textOf(pieces[index + 1]));
      mark += 1;
      return { ...piece, slot };
    }),
  };
}

function textOf(piece: ShellPiece | undefined): string {
  if (piece === undefined) return '';
  return piece.kind === 'text' ? piece.text : valueSign;
}

function slotOf(context: ShellContext, code: string | undefined, before: string, after: string): Slot {
  const head = context.kind === 'bare' ? context.word : '';
  const tail = /^[\w\uFFFC]*/.exec(after)![0];
  const open = !/\$\w*$/.test(before) && (context.kind !== 'bare' || (plainHead.test(head) && plainNext.test(after)));
  return { context, code, open, head, tail };
}

/** No tilde prefix, no name of a variable and no glob is about to be continued. */
const plainHead = /^(?:[\w./:@%+,=\uFFFC-]*|(?:[^~].*)?[=/:.,-])$/s;

/** Nothing follows that gives the word before it another meaning, as in `NAME=`, `NAME()` and `2>`. */
const plainNext = /^(?:$|[\s;&|)\w./:@%,'"$*?\\}\uFFFC-])/;

/** The variables that are where no value can be quoted safely, and why. */
export function refusedPlaces(
  shell: ShellText,
): readonly { readonly variable: VariablePiece; readonly reason: string }[] {
  return shell.pieces.flatMap((piece) =>
    piece.kind === 'variable' && piece.slot?.context.kind === 'refused'
      ? [{ variable: piece, reason: piece.slot.context.reason }]
      : [],
  );
}

/** The variables that are where another program reads code, and why. What goes in there must be harmless in itself. */
export function codePlaces(shell: ShellText): readonly { readonly variable: VariablePiece; readonly reason: string }[] {
  return shell.pieces.flatMap((piece) =>
    piece.kind === 'variable' && piece.slot?.code !== undefined && piece.slot.context.kind !== 'refused'
      ? [{ variable: piece, reason: piece.slot.code }]
      : [],
  );
}

/**
 * Puts values in so that the program receives exactly them. A plain word stays readable where nothing beside it can change
 * its meaning; everything else leaves the quotes around it, is quoted by `quote`, and enters them again.
 * @param quote writes a literal as one bare word; the engine's, because an engine may rewrite text before the shell reads it
 * @throws for a text with refused places: the one who reports those has to stop
 */
export function placeValues(
  shell: ShellText,
  lookUp: (variable: VariablePiece) => ShellValue,
  quote: (literal: string) => string,
): string {
  return shell.pieces
    .map((piece) => (piece.kind === 'text' ? piece.text : place(lookUp(piece), piece.slot!, quote)))
    .join('');
}

function place(value: ShellValue, slot: Slot, quote: (literal: string) => string): string {
  const { context } = slot;
  if (context.kind === 'refused') throw new Error(`no value can be placed: ${context.reason}`);
  const [only] = value;
  if (value.length === 1 && only!.kind === 'text' && canStayPlain(only!.text, slot)) return only!.text;
  const parts = value.filter((part) => part.kind === 'expression' || part.text !== '');
  if (parts.length > 0) return parts.map((part) => placePart(part, context, quote)).join('');
  return context.kind !== 'bare' && slot.open ? '' : placePart({ kind: 'text', text: '' }, context, quote);
}

function placePart(part: ShellValue[number], context: ShellContext, quote: (literal: string) => string): string {
  const bare = part.kind === 'expression' ? `"${part.expression}"` : quoted(part.text, quote);
  if (context.kind === 'single') return `'${bare}'`;
  if (context.kind === 'double') return part.kind === 'expression' ? part.expression : `"${bare}"`;
  return bare;
}

/** In quotes even where the engine needs none, because what is beside it might change its meaning. */
function quoted(text: string, quote: (literal: string) => string): string {
  const word = quote(text);
  return word === text ? `'${text}'` : word;
}

function canStayPlain(text: string, { context, open, head, tail }: Slot): boolean {
  if (!open) return false;
  if (context.kind !== 'bare') return /^[\w./:@%+, -]+$/.test(text);
  return /^[\w./:@%+,-]+$/.test(text) && !mayBeReserved(head, text, tail);
}

/** A reserved word loses its meaning to the shell by quotes only. Beside another value every short word counts as one. */
function mayBeReserved(head: string, text: string, tail: string): boolean {
  const word = head + text + tail;
  return word.includes(valueSign) ? /^[a-z\uFFFC]+$/.test(word) : reservedWords.has(word);
}
