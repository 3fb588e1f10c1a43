import { pastedSign, type Word } from './tokens.js';

/** A word while it is read. */
export interface OpenWord extends Word {
  text: string;
  known: number;
  unexpanded: number;
  bare: number;
  splits: boolean;
  isFile: boolean;
  readonly values: { readonly from: number; to: number };
  levels: Word['levels'];
  end: number;
  /** As it is written, but for what is inside of quotes. */
  head: string;
  /** Where a `[` or a `{` is that may begin a pattern. */
  bracket: number | undefined;
  brace: number | undefined;
}

export function newWord(start: number, firstValue: number): OpenWord {
  return {
    kind: 'word',
    text: '',
    known: Number.POSITIVE_INFINITY,
    unexpanded: Number.POSITIVE_INFINITY,
    bare: Number.POSITIVE_INFINITY,
    splits: false,
    isFile: false,
    values: { from: firstValue, to: firstValue },
    levels: none,
    start,
    end: start,
    head: '',
    bracket: undefined,
    brace: undefined,
  };
}

const none: Word['levels'] = [];

export function addQuoted(word: OpenWord | undefined, text: string): void {
  if (!word) return;
  word.bare = Math.min(word.bare, word.text.length);
  const pasted = text.indexOf(pastedSign);
  if (pasted >= 0) word.known = Math.min(word.known, word.text.length + pasted);
  word.text += text;
}

/** What follows in it is certain no longer. */
export function addUnknown(word: OpenWord | undefined, written: string, splits: boolean): void {
  if (!word) return;
  leaveUnknown(word, word.text.length);
  word.splits ||= splits;
  addQuoted(word, written);
}

function leaveUnknown(word: OpenWord, from: number): void {
  word.known = Math.min(word.known, from);
  word.unexpanded = Math.min(word.unexpanded, from);
}

/** A character outside of quotes. Patterns of file names and lists in braces may yield any word. */
export function addBare(word: OpenWord, char: string, next: string): void {
  const here = word.text.length;
  word.head += char;
  if (char === pastedSign) {
    addQuoted(word, char);
    word.splits = true;
    return;
  }
  word.text += char;
  if (char === '*' || char === '?') makeUnknown(word, here);
  else if (char === '[') word.bracket ??= here;
  else if (char === ']') makeUnknown(word, word.bracket);
  else if (char === '{') word.brace ??= here;
  else if (char === ',' || (char === '.' && next === '.')) makeUnknown(word, word.brace);
}

function makeUnknown(word: OpenWord, from: number | undefined): void {
  if (from === undefined) return;
  leaveUnknown(word, from);
  word.splits = true;
}

/** Words with blanks between them. */
export function joined(words: readonly Word[]): Pick<Word, 'text' | 'known' | 'unexpanded'> {
  let text = '';
  let known = Number.POSITIVE_INFINITY;
  let unexpanded = Number.POSITIVE_INFINITY;
  for (const [index, word] of words.entries()) {
    if (index > 0) text += ' ';
    known = Math.min(known, text.length + word.known);
    unexpanded = Math.min(unexpanded, text.length + word.unexpanded);
    text += word.text;
  }
  return { text, known, unexpanded };
}
