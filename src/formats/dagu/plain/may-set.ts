import { whenAsked } from '../../when-asked.js';
import type { FoundDocuments } from './found-documents.js';

/** Tells whether a document may set a variable of such a name, rather once too often. */
export function createMaySet({ said, outputs }: Pick<FoundDocuments, 'said' | 'outputs'>) {
  const allWords = whenAsked(
    () => new Set([...[...said].flatMap((text) => text.match(wordOrEscape) ?? []), ...outputs]),
  );
  return (isWanted: (name: string) => boolean): boolean => {
    const words = allWords();
    // Files hold other names, escapes spell them otherwise, and parameters without a name are called by their positions.
    if (words.has('dotenv') || words.has('\\') || [...words].some(isWanted)) return true;
    return words.has('params') && positions.some(isWanted);
  };
}

const positions: readonly string[] = Array.from({ length: 99 }, (_, at) => String(at + 1));

/** Behind a backslash a letter may be spelled in another way. */
const wordOrEscape = /[A-Za-z_]\w*|\\/g;
