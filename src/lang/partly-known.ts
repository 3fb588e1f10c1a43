/** A text of which only parts are known, in their order. */
export type PartlyKnown = readonly TextPart[];

export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  /** Unknown, and without blanks. */
  | { readonly kind: 'word' }
  /** Unknown. */
  | { readonly kind: 'words' }
  /** Nothing at all, or a blank and what is unknown. */
  | { readonly kind: 'more' };

/** A regular expression as RE2 compiles it: instructions that take a character, or lead to others. */
export interface RegexProgram {
  readonly inst: readonly Instruction[];
  readonly start: number;
}

interface Instruction {
  readonly op: number;
  /** The index of the next one. */
  readonly out: number;
  /** The index of the other next one, or what must hold here. */
  readonly arg: number;
  /** The first and the last character of each range, or a single character. */
  readonly runes: ArrayLike<number>;
  matchRune(rune: number): boolean;
}

/**
 * May an expression match a text, whatever is in its unknown parts? An engine answers for a whole text only. So this follows all
 * states of the expression at once: a known character leads from some states to others, and an unknown part to all states that
 * any characters lead to. For each character it looks at each instruction once at most.
 *
 * The match must begin in a known part, or be inside of one unknown word: an expression that is not bound to the beginning
 * would match every text with an unknown part otherwise.
 */
export function mayMatch(program: RegexProgram, parts: PartlyKnown): boolean {
  const search: Search = {
    program,
    states: [],
    before: endOfText,
    seen: new Uint32Array(program.inst.length),
    round: 0,
  };
  const lastText = parts.findLastIndex(({ kind }) => kind === 'text');
  for (const [index, part] of parts.entries()) {
    const matches = part.kind === 'text' ? read(search, part.text) : guess(search, part.kind, index > lastText);
    if (matches) return true;
  }
  return waysFrom(search, [...search.states, program.start], endOfText) === 'match';
}

interface Search {
  readonly program: RegexProgram;
  /** Indexes of instructions that the characters so far lead to. */
  states: readonly number[];
  before: Beside;
  /** For each instruction the last round that came to it. */
  readonly seen: Uint32Array;
  round: number;
}

/** What is beside a place in the text: a code point, or one of these. */
type Beside = number;
const endOfText = -1;
const someCharacter = -2;
const characterOrEnd = -3;

/** @returns whether the expression matches for certain */
function read(search: Search, text: string): boolean {
  for (const char of text) {
    const rune = char.codePointAt(0)!;
    const ways = waysFrom(search, [...search.states, search.program.start], rune);
    if (ways === 'match') return true;
    search.states = ways.filter((one) => takes(one, rune)).map(({ out }) => out);
    search.before = rune;
  }
  return false;
}

/** @returns whether the expression matches with some characters here */
function guess(search: Search, kind: 'word' | 'words' | 'more', isLast: boolean): boolean {
  const without = search.states;
  if (kind === 'more' && read(search, ' ')) return true;
  const next = isLast ? characterOrEnd : someCharacter;
  const within = statesBehind(search, [search.program.start], next, false);
  const states = statesBehind(search, search.states, next, kind !== 'word');
  if (within === 'match' || states === 'match') return true;
  search.states = kind === 'more' ? [...without, ...states] : states;
  search.before = someCharacter;
  return false;
}

/** The instructions that may take the next character. */
function waysFrom(search: Search, from: readonly number[], next: Beside): readonly Instruction[] | 'match' {
  const ways: Instruction[] = [];
  const isMatch = follow(search, from, (instruction) => {
    if (instruction.op === op.place) return mayHold(instruction.arg, search.before, next);
    if (!takesCharacter(instruction)) return true;
    ways.push(instruction);
    return false;
  });
  return isMatch ? 'match' : ways;
}

/** The states that unknown characters lead to. */
function statesBehind(
  search: Search,
  from: readonly number[],
  next: Beside,
  withBlanks: boolean,
): readonly number[] | 'match' {
  const states: number[] = [];
  const before = search.before === endOfText ? endOfText : someCharacter;
  const isMatch = follow(search, from, (instruction, index) => {
    states.push(index);
    if (instruction.op === op.place) return mayHold(instruction.arg, before, next);
    return withBlanks || !takesCharacter(instruction) || takesMoreThanBlanks(instruction);
  });
  return isMatch ? 'match' : states;
}

/** Goes through instructions, each of them once, and behind those of which `passes` says so, until one says that it matches. */
function follow(
  search: Search,
  from: readonly number[],
  passes: (instruction: Instruction, index: number) => boolean,
): boolean {
  const { program, seen } = search;
  search.round += 1;
  const open = [...from];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (seen[index] === search.round) continue;
    seen[index] = search.round;
    const instruction = program.inst[index]!;
    if (instruction.op === op.match) return true;
    if (instruction.op === op.fail || !passes(instruction, index)) continue;
    open.push(instruction.out);
    if (instruction.op === op.either || instruction.op === op.eitherMatch) open.push(instruction.arg);
  }
  return false;
}

/** The numbers that RE2 has for what an instruction does; all others only lead to the next one. */
const op = { either: 1, eitherMatch: 2, place: 4, fail: 5, match: 6, firstTaking: 8, any: 10, anyInLine: 11 };

/** The bits that RE2 has for what must hold at a place. */
const place = { lineBegins: 1, lineEnds: 2, textBegins: 4, textEnds: 8, border: 16, noBorder: 32 };

function mayHold(arg: number, before: Beside, next: Beside): boolean {
  const asks = (bit: number) => (arg & bit) !== 0;
  if (asks(place.textBegins) && before !== endOfText) return false;
  if (asks(place.textEnds) && next !== endOfText && next !== characterOrEnd) return false;
  if (asks(place.lineBegins) && before >= 0 && before !== lineBreak) return false;
  if (asks(place.lineEnds) && next >= 0 && next !== lineBreak) return false;
  if (before < endOfText || next < endOfText) return true;
  return !asks(isOfWord(before) === isOfWord(next) ? place.border : place.noBorder);
}

const lineBreak = 10;

function isOfWord(rune: Beside): boolean {
  return rune >= 0 && /^\w$/.test(String.fromCodePoint(rune));
}

function takesCharacter({ op: own }: Instruction): boolean {
  return own >= op.firstTaking && own <= op.anyInLine;
}

function takes(instruction: Instruction, rune: number): boolean {
  if (instruction.op === op.any) return true;
  return instruction.op === op.anyInLine ? rune !== lineBreak : instruction.matchRune(rune);
}

function takesMoreThanBlanks({ op: own, runes }: Instruction): boolean {
  if (own === op.any || own === op.anyInLine) return true;
  for (let index = 0; index < runes.length; index += 2) {
    const first = runes[index]!;
    const last = runes[index + 1] ?? first;
    if (!((first === 32 && last === 32) || (first >= 9 && last <= 13))) return true;
  }
  return false;
}
