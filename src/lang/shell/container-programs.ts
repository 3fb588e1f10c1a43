import type { ArgumentReader } from './argument-parts.js';
import { pastedSign, valueSign, type Word } from './tokens.js';

/**
 * Adds what a container starts with the words behind its image: the program that an option names, else the words themselves and, as
 * an image may have a program of its own, the one that the image is named after.
 */
export function addContainerPrograms(reading: ArgumentReader): void {
  const { row, words, place, parts, at, operands, vanishing } = reading;
  const entry = entryOf(reading);
  const add = (from: number, program: Word | undefined) => {
    if (program) parts.push({ kind: 'command', ...place, from, program });
  };
  if (reading.guessFrom !== undefined) {
    for (let from = reading.guessFrom; from < place.to; from += 1)
      if (!words[from]!.text.startsWith('-')) add(from, entry ?? words[from]);
  }
  for (let from = at - 1; entry && from < place.to && from < at + vanishing; from += 1) add(from, entry);
  if (reading.entry) {
    if (!entry)
      parts.push({
        kind: 'code',
        from: reading.entry.at,
        to: reading.entry.at + 1,
        skip: reading.entry.skip,
        ...ofShell,
      });
    return;
  }
  if (!row.image || operands[0] === undefined) return;
  const image = programOf(words[operands[0]]!);
  if (image && image.text !== words[at]?.text) add(at - 1, image);
  const name = nameOf(words[operands[0]]!);
  if (at < place.to) parts.push({ kind: 'image', from: at, image: nameless.test(name) ? undefined : name });
}

const ofShell = { language: 'shell', open: true } as const;

/** `undefined` for a list in JSON, and for what only a shell can read. */
export function entryOf({ entry, words }: ArgumentReader): Word | undefined {
  if (!entry) return undefined;
  const word = words[entry.at]!;
  const text = word.text.slice(entry.skip);
  return plainPath.test(text) && word.known === Number.POSITIVE_INFINITY ? { ...word, text } : undefined;
}

const plainPath = /^[\w./+-]+$/;

/** `terraform` of `hashicorp/terraform:1.5`. What comes before its name may depend on anything. */
function programOf(image: Word): Word | undefined {
  const text = nameOf(image);
  return plainPath.test(text) && !onlyInShells.test(text)
    ? { ...image, text, known: Number.POSITIVE_INFINITY, splits: false }
    : undefined;
}

function nameOf({ text }: Word): string {
  return text.slice(text.lastIndexOf('/') + 1).split(/[:@]/, 1)[0]!;
}

/** It begins with something that the shell or an engine fills in; of most of that, nothing is left in the text. */
const nameless = new RegExp(`^(?:$|[$${valueSign}${pastedSign}])`);
/** No file is called so: each means something to a shell alone. */
const onlyInShells = /^(?:eval|source|trap)$/;
