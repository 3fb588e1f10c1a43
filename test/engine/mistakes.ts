import type { Random } from '../random.js';

export interface Mistake {
  readonly text: string;
  /** What was done to which line. */
  readonly what: string;
}

/** A workflow with one line as a model gets it wrong; `undefined` where the kind of mistake does not fit the line. */
export function withMistake(text: string, random: Random): Mistake | undefined {
  const lines = text.split('\n');
  const places = lines.flatMap((line, at) => (keyLine.test(line) ? [at] : []));
  if (places.length === 0) return undefined;
  const at = random.pick(places);
  const [, lead, key, gap, value] = keyLine.exec(lines[at]!) as unknown as readonly [string, ...Parts];
  const kind = random.pick(Object.keys(mistakes));
  const line = mistakes[kind]!({ lead, key, gap, value, random });
  if (line === undefined || line === lines[at]) return undefined;
  return {
    text: lines.with(at, line).join('\n'),
    what: `${kind}, line ${at + 1}: ${lines[at]!.trim()} -> ${line.trim()}`,
  };
}

const keyLine = /^(\s*(?:- )?)([A-Za-z_-]+):(?=\s|$)(\s*)(.*)$/;

type Parts = readonly [lead: string, key: string, gap: string, value: string];

interface Line {
  readonly lead: string;
  readonly key: string;
  readonly gap: string;
  readonly value: string;
  readonly random: Random;
}

const mistakes: Readonly<Record<string, (line: Line) => string | undefined>> = {
  'letters of the value in another order': ofValue((value, random) => swapped(value, random)),
  'a letter of the value missing': ofValue((value, random) => shortened(value, random)),
  'letters of the key in another order': ({ lead, key, gap, value, random }) =>
    `${lead}${swapped(key, random)}:${gap}${value}`,
  'a letter of the key missing': ({ lead, key, gap, value, random }) =>
    `${lead}${shortened(key, random)}:${gap}${value}`,
  'the key in the other style': ({ lead, key, gap, value }) => `${lead}${restyled(key)}:${gap}${value}`,
  'a number': ofValue(() => '7'),
  'a truth value': ofValue(() => 'true'),
  'an empty text': ofValue(() => '""'),
  'no value': ofValue(() => ''),
  'a list': ofValue((value) => `[${value}]`),
  'a mapping': ofValue((value) => `{value: ${value}}`),
  'in capitals': ofValue((value) => value.toUpperCase()),
  'the line twice': ({ lead, key, gap, value }) =>
    `${lead}${key}:${gap}${value}\n${lead.replace('- ', '  ')}${key}:${gap}${value}`,
  'no such line': () => '',
};

/** Only of values that are on the line, and no list, mapping or block. */
function ofValue(change: (value: string, random: Random) => string): (line: Line) => string | undefined {
  return ({ lead, key, value, random }) =>
    value === '' || /^[[{|>&*!]/.test(value) ? undefined : `${lead}${key}: ${change(value, random)}`;
}

function swapped(text: string, random: Random): string {
  if (text.length < 3) return `${text}x`;
  const at = 1 + random.below(text.length - 2);
  return text.slice(0, at) + text[at + 1]! + text[at]! + text.slice(at + 2);
}

function shortened(text: string, random: Random): string {
  const at = random.below(text.length);
  return text.slice(0, at) + text.slice(at + 1);
}

/** `dependsOn` for `depends_on`, and the other way round. */
function restyled(key: string): string {
  return key.includes('_')
    ? key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
    : key.replace(/([a-z])([A-Z])/g, (_, before: string, letter: string) => `${before}_${letter.toLowerCase()}`);
}
