/**
 * A text with holes, of which most texts of a kind are copies: `literals` with a hole between each two. What goes into a hole is
 * known by its number.
 */
export interface Stencil {
  readonly literals: readonly string[];
  /** One less than there are literals. */
  readonly holes: readonly number[];
}

/** The text with what goes into each hole, by the number of the hole. */
export function fillIn({ literals, holes }: Stencil, values: readonly string[]): string {
  let text = literals[0]!;
  for (let at = 0; at < holes.length; at += 1) text += values[holes[at]!]! + literals[at + 1]!;
  return text;
}

export function stencilOf(literal: string): Stencil {
  return { literals: [literal], holes: [] };
}

export function holeOf(hole: number): Stencil {
  return { literals: ['', ''], holes: [hole] };
}

/** Several stencils behind one another. */
export function joinStencils(stencils: readonly Stencil[]): Stencil {
  const literals = [''];
  const holes: number[] = [];
  for (const one of stencils) {
    literals[literals.length - 1] += one.literals[0]!;
    for (const literal of one.literals.slice(1)) literals.push(literal);
    for (const hole of one.holes) holes.push(hole);
  }
  return { literals, holes };
}

/**
 * Finds out what a text is a copy of, from two copies into which different words went: a hole is where both have the word of the
 * same number.
 * @param copies with their words; where one of these begins with another, the longer one counts
 * @returns `undefined` where the copies differ in something else, so that they are no copies
 */
export function stencilFrom(copies: readonly [Copy, Copy]): Stencil | undefined {
  const [first, second] = copies.map(cutAtWords) as [Stencil, Stencil];
  const isSame =
    first.literals.length === second.literals.length &&
    first.literals.every((literal, at) => literal === second.literals[at]) &&
    first.holes.every((hole, at) => hole === second.holes[at]);
  return isSame ? first : undefined;
}

export interface Copy {
  readonly text: string;
  readonly words: readonly { readonly word: string; readonly hole: number }[];
}

function cutAtWords({ text, words }: Copy): Stencil {
  const longestFirst = [...words].sort((a, b) => b.word.length - a.word.length);
  const literals: string[] = [];
  const holes: number[] = [];
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const found = longestFirst.find(({ word }) => text.startsWith(word, at));
    if (found) {
      literals.push(text.slice(from, at));
      holes.push(found.hole);
      at += found.word.length;
      from = at;
    } else at += 1;
  }
  return { literals: [...literals, text.slice(from)], holes };
}
