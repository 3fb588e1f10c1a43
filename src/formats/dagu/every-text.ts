import type { Names } from './known-names.js';

/** The values that a name may have; `undefined` leaves it as it is. */
export type Lookup = (match: RegExpMatchArray) => readonly string[] | undefined;

/** How much may still be made of a text. */
export interface Work {
  /** So many characters more. */
  left: number;
  readonly doubt: Doubt;
}

export interface Doubt {
  /** Why there may be other texts, in words that end the sentence "…, because". */
  unsure: string | undefined;
}

/** Every text that comes of values in place of what the pattern finds: what is there twice has the same value in both places. */
export function everyText(text: string, pattern: RegExp, lookup: Lookup, work: Work): readonly string[] {
  if (!text.includes('$')) return [text];
  const choices = new Map<string, readonly string[]>();
  const places: { readonly start: number; readonly end: number; readonly what: string }[] = [];
  let count = 1;
  let size = text.length;
  for (const match of withoutOpenBraces(text).matchAll(pattern)) {
    const what = match[0];
    const values = choices.get(what) ?? lookup(match);
    if (!values) continue;
    if (!choices.has(what)) count *= values.length;
    choices.set(what, values);
    places.push({ start: match.index, end: match.index + what.length, what });
    size += values.reduce((most, value) => Math.max(most, value.length), 0);
    if (count > mostTexts || count * size > work.left) {
      work.doubt.unsure ??= 'the engine fills in more than is looked at';
      return [text];
    }
  }
  if (places.length === 0) return [text];
  work.left -= count * size;
  return combinations(choices).map((picked) => {
    let made = '';
    let from = 0;
    for (const { start, end, what } of places) {
      made += text.slice(from, start) + picked.get(what)!;
      from = end;
    }
    return made + text.slice(from);
  });
}

const mostTexts = 1000;

/** Nothing behind the last `}` is in braces: a pattern would look for the end from each of many beginnings. */
function withoutOpenBraces(text: string): string {
  const end = text.lastIndexOf('}') + 1;
  return text.slice(0, end) + text.slice(end).replaceAll('${', '\0{');
}

function combinations(choices: Names): readonly ReadonlyMap<string, string>[] {
  let all: readonly ReadonlyMap<string, string>[] = [new Map()];
  for (const [what, values] of choices) {
    all = all.flatMap((picked) => values.map((value) => new Map([...picked, [what, value]])));
  }
  return all;
}
