import type { Part, Place } from './argument-parts.js';
import { readArguments } from './arguments.js';
import { findProgram, unknownProgram } from './programs.js';
import type { Word } from './tokens.js';

/** A program that a command runs, itself or through other programs. */
export interface ProgramRun extends Place {
  /** By its last path part. */
  readonly name: string;
  /** Those of the whole command; what is filled in is no longer certain in them. */
  readonly words: readonly Word[];
  readonly parts: readonly Part[];
}

/** The programs that a command runs. Only where a program can be, a word is one. */
export function runsOf(words: readonly Word[]): { readonly runs: readonly ProgramRun[]; readonly isWhole: boolean } {
  if (!words[0]) return { runs: [], isWhole: true };
  const name = programName(words[0]);
  const [from, to] = [0, words.length];
  if (!findProgram(name) && !words.some(({ text }) => text === '--'))
    return { runs: [{ from, to, open: false, fills: undefined, name, words, parts: [] }], isWhole: true };
  return allRuns(words, { from, to, open: false, fills: undefined });
}

function allRuns(words: readonly Word[], whole: Place): ReturnType<typeof runsOf> {
  const runs: ProgramRun[] = [];
  const places: Run[] = [whole];
  const seen = new Set<string>();
  let left = mostWords + words.length;
  for (const place of places) {
    const first = place.program ?? words[place.from];
    const key = `${place.from} ${place.program?.text ?? ''}`;
    if (!first || place.from >= place.to || seen.has(key)) continue;
    seen.add(key);
    left -= place.to - place.from;
    if (runs.length === mostRuns || left < 0) return { runs, isWhole: false };
    const name = programName(first);
    const row = findProgram(name) ?? unknownProgram;
    const own = readArguments(row, words, place);
    const parts = isFilled(first, place) ? [...own, { kind: 'input' as const, language: 'shell' as const }] : own;
    const given = place.program ? words.with(place.from, place.program) : words;
    const filled = place.fills === undefined ? given : given.map((word) => withFilled(word, place.fills!));
    const { from, to, open, fills } = place;
    runs.push({ from, to, open, fills, name, words: filled, parts });
    for (const part of parts) if (part.kind === 'command') places.push(part);
  }
  return { runs, isWhole: true };
}

type Run = Place & { readonly program?: Word };

const mostRuns = 100;
const mostWords = 100_000;

function programName({ text }: Word): string {
  // In zsh `=name` is the path of a program.
  return text.slice(text.startsWith('=') ? 1 : text.lastIndexOf('/') + 1);
}

function isFilled({ text }: Word, { fills }: Place): boolean {
  return fills !== undefined && text.includes(fills);
}

function withFilled(word: Word, sign: string): Word {
  const at = word.text.indexOf(sign);
  if (at === -1) return word;
  return { ...word, known: Math.min(word.known, at), unexpanded: Math.min(word.unexpanded, at) };
}
