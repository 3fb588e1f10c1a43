import { compareReaders } from './compare-readers.js';
import { corpusMissing, corpusTexts, generatedBundle, smallDocuments } from './documents.js';
import { createMutator } from './mutate.js';

/**
 * `npm run readers [DOCUMENTS] [SEED]`: both readers of YAML on all real files, in every spelling, and on damaged documents.
 * Prints how much the scanner takes, and ends with 1 at the first document of which the two say different things.
 */
const [documents = '400000', seed = '1'] = process.argv.slice(2);

const real = corpusMissing ? [] : corpusTexts();
if (corpusMissing) console.log(`without real files: ${corpusMissing}`);
const total = { documents: 0, scanned: 0, characters: 0, charactersScanned: 0 };
for (const { name, text } of real) add(text, name);
print('real files, as written and in five other spellings');

const bundles = ['plain', 'mixed', 'hostile'].map((style) => generatedBundle('--tasks', '120', '--style', style));
const sound = [...bundles, ...real.map(({ text }) => text)].flatMap(smallDocuments);
const { pick, mutate } = createMutator(Number(seed));
for (let round = 0; round < Number(documents); round++) {
  const text = mutate(pick(sound));
  add(text, `damaged document ${round} of seed ${seed}`);
}
print(`damaged texts, seed ${seed}`);

function add(text: string, name: string): void {
  const { difference, ...counts } = compareReaders(text);
  for (const key of Object.keys(counts) as (keyof typeof counts)[]) total[key] += counts[key];
  if (!difference) return;
  console.log(`${name}: the two readers differ\n${JSON.stringify(difference, null, 1)}`);
  process.exit(1);
}

function print(what: string): void {
  const share = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)} %`;
  console.log(
    `${what}: ${total.documents} documents; the scanner took ${share(total.scanned, total.documents)} of them, ` +
      `${share(total.charactersScanned, total.characters)} of the characters; 0 differ from the library`,
  );
  for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] = 0;
}
