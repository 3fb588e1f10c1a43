/** Finds what a piece of a text means. */
export type FindWord<Meaning> = (text: string, from: number, to: number) => Meaning | undefined;

/**
 * Looks a few words up without making a text of the piece first, which takes longer than to compare it with the one or two that are as long.
 * @param words asked for once, when the first piece is looked up
 */
export function createWordFinder<Meaning>(words: () => ReadonlyMap<string, Meaning>): FindWord<Meaning> {
  let byLength: readonly (readonly Entry<Meaning>[])[] | undefined;
  return (text, from, to) => {
    byLength ??= sortedByLength(words());
    const length = to - from;
    if (length >= byLength.length) return undefined;
    const entries = byLength[length]!;
    for (let at = 0; at < entries.length; at += 1)
      if (isWordAt(text, from, entries[at]!.word)) return entries[at]!.meaning;
    return undefined;
  };
}

function sortedByLength<Meaning>(words: ReadonlyMap<string, Meaning>): readonly (readonly Entry<Meaning>[])[] {
  const byLength: Entry<Meaning>[][] = [];
  for (const [word, meaning] of words) {
    while (byLength.length <= word.length) byLength.push([]);
    byLength[word.length]!.push({ word, meaning });
  }
  return byLength;
}

interface Entry<Meaning> {
  readonly word: string;
  readonly meaning: Meaning;
}

function isWordAt(text: string, from: number, word: string): boolean {
  for (let at = 0; at < word.length; at += 1) if (text.charCodeAt(from + at) !== word.charCodeAt(at)) return false;
  return true;
}
