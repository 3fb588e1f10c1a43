import { whenAsked } from '../../when-asked.js';
import { type PlainSteps, stepColumn } from '../../yaml-steps/plain-steps.js';
import type { DocumentPlace } from './document-places.js';
import type { FoundDocuments } from './found-documents.js';

/** Tells whether a document may set a variable of such a name, rather once too often. */
export function createMaySet(
  { said, steps }: Pick<FoundDocuments, 'said' | 'steps'>,
  places: readonly DocumentPlace[],
) {
  const allWords = whenAsked(() => {
    const words = new Set([...said].flatMap((text) => text.match(wordOrEscape) ?? []));
    for (const name of outputsOf(steps, places)) words.add(name);
    return words;
  });
  return (isWanted: (name: string) => boolean): boolean => {
    const words = allWords();
    // Files hold other names, escapes spell them otherwise, and parameters without a name are called by their positions.
    if (words.has('dotenv') || words.has('\\') || [...words].some(isWanted)) return true;
    return words.has('params') && positions.some(isWanted);
  };
}

/** The variables that steps of plain documents print into. */
function* outputsOf(steps: PlainSteps, places: readonly DocumentPlace[]): Iterable<string> {
  for (const [dag, { source }] of places.entries())
    for (let row = steps.firstRow(dag); row < steps.firstRow(dag + 1); row += 1) {
      const from = steps.at(row, stepColumn.outputFrom);
      if (from >= 0) yield source.text.slice(from, steps.at(row, stepColumn.outputTo));
    }
}

const positions: readonly string[] = Array.from({ length: 99 }, (_, at) => String(at + 1));

/** Behind a backslash a letter may be spelled in another way. */
const wordOrEscape = /[A-Za-z_]\w*|\\/g;
