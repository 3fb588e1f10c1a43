import { createRandom, type Random } from '../random.js';

/** Damages texts at random, the same way for the same seed: characters, YAML's indicators, lines and indentation. */
export function createMutator(seed: number): { pick<T>(list: readonly T[]): T; mutate(text: string): string } {
  const random = createRandom(seed);
  return { pick: random.pick, mutate: (text) => mutateText(random, text) };
}

export function mutateText({ below, pick }: Random, text: string): string {
  const onCharacters = (text: string): string => {
    const at = below(text.length + 1);
    const kind = below(3);
    if (kind === 0) return text.slice(0, at) + text.slice(at + 1);
    return text.slice(0, at) + (kind === 1 ? pick(fragments) : text.slice(at, at + 1)) + text.slice(at);
  };
  const onLines = (text: string): string => {
    const lines = text.split('\n');
    const line = below(lines.length);
    const changes = [
      () => lines.splice(line, 1),
      () => lines.splice(line, 0, lines[line]!),
      () => lines.splice(line, 0, ...lines.splice(below(lines.length), 1)),
      () => lines.splice(line, 1, lines[line]!.replace(/^ /, '')),
      () => lines.splice(line, 1, ' '.repeat(1 + below(3)) + lines[line]!),
      () => lines.splice(line, 1, lines[line]! + pick(fragments)),
    ];
    pick(changes)();
    return lines.join('\n');
  };
  let mutant = text;
  for (let times = below(3); times >= 0; times--) mutant = pick([onCharacters, onLines])(mutant);
  return mutant;
}

const fragments = [
  ...[
    ' ',
    '  ',
    '\t',
    '\n',
    '\n\n',
    '   \n',
    '\r',
    '\r\n',
    '"',
    "'",
    '""',
    "''",
    '\\',
    ':',
    ': ',
    '-',
    '- ',
    '?',
    '? ',
  ],
  ...[
    '#',
    ' #',
    '|',
    '>',
    '|2',
    '|-',
    '>-',
    '|+',
    '[',
    ']',
    '{',
    '}',
    '[]',
    '{}',
    ',',
    ', ',
    '&a ',
    '*a',
    '!t ',
    '%',
    '@',
  ],
  ...['`', '~', '0', '1.0', 'null', '<<: ', 'a: b', '\n  x: y', '\n- z', '---\n', '...\n', 'é', '\u00a0', '\u2028'],
  ...['\u0085', '\ufeff', '\0', '\x02', '\x18', '\x1f'],
];
