import type { Random } from '../random.js';
import { mutateText } from '../text/mutate.js';

/**
 * What people and models do to a file that holds hooks: they drop, copy and move lines and blocks, exchange words, rename, empty
 * values, take comments off, and put in lines of the file as it was.
 * @param base the text before hooks were added
 */
export function editByHand(random: Random, text: string, base: string): string {
  let edited = text;
  for (let times = 1 + random.below(2); times > 0; times -= 1) edited = random.pick(edits)(random, edited, base);
  return edited;
}

type Edit = (random: Random, text: string, base: string) => string;

const edits: readonly Edit[] = [
  onLines((lines, { below }) => lines.splice(below(lines.length), 1)),
  onLines((lines, { below }) => {
    const line = below(lines.length);
    lines.splice(line, 0, lines[line]!);
  }),
  onLines((lines, random) => lines.splice(...blockIn(lines, random))),
  onLines((lines, random) => {
    const [start, count] = blockIn(lines, random);
    lines.splice(start, 0, ...lines.slice(start, start + count));
  }),
  onLines((lines, random) => {
    const block = lines.splice(...blockIn(lines, random));
    lines.splice(random.below(lines.length + 1), 0, ...block);
  }),
  onLines((lines, random, base) => {
    const before = base.split('\n');
    const start = random.below(before.length);
    lines.splice(random.below(lines.length), 0, ...before.slice(start, start + 1 + random.below(4)));
  }),
  onOneLine((line, random) => (random.chance(0.5) ? ` ${line}` : line.replace(/^ /, ''))),
  onOneLine((line) => line.replace(/:.*$/, ':')),
  onOneLine((line, random, text) => line.replace(random.pick(wordsOf(line)), () => random.pick(wordsOf(text)))),
  (random, text) => {
    const own = text.split('\n').filter((line) => /dagweave|hook-/.test(line));
    if (own.length === 0) return text;
    const line = random.pick(own);
    return text.replace(line, () => line.replace(random.pick(wordsOf(line)), () => random.pick(wordsOf(text))));
  },
  (random, text) => {
    const name = random.pick(wordsOf(text));
    return text.replaceAll(name, () => (random.chance(0.5) ? `${name}x` : random.pick(wordsOf(text))));
  },
  (random, text) => {
    const marks = text.split('\n').filter((line) => line.includes('dagweave: '));
    return marks.length === 0 ? text : text.replace(`${random.pick(marks)}\n`, '');
  },
  (_, text) => text.replace(/[ \t]*# dagweave: .*/g, ''),
  mutateText,
];

function onLines(change: (lines: string[], random: Random, base: string) => unknown): Edit {
  return (random, text, base) => {
    const lines = text.split('\n');
    change(lines, random, base);
    return lines.join('\n');
  };
}

function onOneLine(change: (line: string, random: Random, text: string) => string): Edit {
  return (random, text) => {
    const lines = text.split('\n');
    const at = random.below(lines.length);
    lines[at] = change(lines[at]!, random, text);
    return lines.join('\n');
  };
}

/** A line with all lines behind it that are indented more: where it starts and how many lines it has. */
function blockIn(lines: readonly string[], { below }: Random): [start: number, count: number] {
  const start = below(lines.length);
  const indentation = (line: string) => line.search(/\S|$/);
  let end = start + 1;
  while (end < lines.length && indentation(lines[end]!) > indentation(lines[start]!)) end += 1;
  return [start, end - start];
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\w.$-]+/g) ?? [''];
}
