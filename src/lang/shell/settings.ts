import type { ProgramRun } from './runs.js';
import type { Level, ShellToken, Word } from './tokens.js';

/** A variable that shell text sets, for itself or for a program that it runs. */
export interface ShellSetting {
  /** `undefined` where it depends on variables, or on what commands print. */
  readonly name: string | undefined;
  readonly value: string;
  /** So many characters of the value are certain. Infinite where all of it is. */
  readonly known: number;
}

/** What a word such as `NAME=value` sets. */
export function settingsIn({ text, known }: Word): readonly ShellSetting[] {
  const [whole, name, sign] = /^([^=[+]*)(?:\[[^\]]*\])?(\+?=)/.exec(text) ?? [];
  if (whole === undefined) return known < Number.POSITIVE_INFINITY ? [{ name: undefined, value: '', known: 0 }] : [];
  const isKnown = known >= whole.length;
  if (sign !== '=') return [unknownValue(isKnown ? name : undefined)];
  return [{ name: isKnown ? name : undefined, value: text.slice(whole.length), known: known - whole.length }];
}

/** What a program sets because of its arguments: `export NAME=value`, `env NAME=value …`, `read NAME`. */
export function settingsOf({ name, words, parts }: ProgramRun): readonly ShellSetting[] {
  return parts.flatMap((part) => {
    if (part.kind === 'setting') {
      const settings = settingsIn(words[part.at]!);
      if (!part.isReference) return settings;
      return settings.map((setting) =>
        unknownValue(setting.known === Number.POSITIVE_INFINITY ? setting.value : undefined),
      );
    }
    if (part.kind !== 'code' || part.language !== 'names' || asksOnly.test(name)) return [];
    const { text, known } = words[part.from]!;
    const variable = /^\w+/.exec(text.slice(part.skip))?.[0];
    return [unknownValue(known > part.skip ? variable : undefined)];
  });
}

const asksOnly = /^(?:unset|test|\[)$/;

/** What loops set: `for NAME in value value`. */
export function settingsOfLoops(levels: readonly Level[]): readonly ShellSetting[] {
  return levels.flatMap(({ tokens }) =>
    tokens.flatMap((token, at) => {
      if (!/^(?:for|select)$/.test(bareText(token)) || !mayBegin(tokens[at - 1])) return [];
      const name = bareText(tokens[at + 1]);
      if (bareText(tokens[at + 2]) !== 'in') return name === '' ? [] : [unknownValue(name)];
      return wordsFrom(tokens, at + 3).map(({ text, known }) => ({ name, value: text, known }));
    }),
  );
}

function wordsFrom(tokens: readonly ShellToken[], start: number): readonly Word[] {
  const words: Word[] = [];
  for (let at = start; tokens[at]?.kind === 'word'; at += 1) words.push(tokens[at] as Word);
  return words;
}

/** May a command begin behind a token? */
function mayBegin(token: ShellToken | undefined): boolean {
  return token?.kind !== 'word' || /^(?:then|else|do|\{|!|time)$/.test(bareText(token));
}

function bareText(token: ShellToken | undefined): string {
  return token?.kind === 'word' && token.bare === Number.POSITIVE_INFINITY ? token.text : '';
}

/** What expansions set: `${NAME:=value}` and `((NAME = 1))`. Rather one too many than one too few. */
export function settingsInExpansions(text: string): readonly ShellSetting[] {
  const names = [...text.matchAll(/\$\{(\w+):?=/g)].map(([, name]) => name!);
  for (let at = text.indexOf('(('); at !== -1; ) {
    const end = text.indexOf('))', at);
    if (end === -1) break;
    for (const [, name] of text.slice(at, end).matchAll(evaluated)) names.push(name!);
    at = text.indexOf('((', end);
  }
  return [...new Set(names)].map(unknownValue);
}

const evaluated = /(?<!\w)([A-Za-z_]\w*)(?!\w)\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)/g;

function unknownValue(name: string | undefined): ShellSetting {
  return { name, value: '', known: 0 };
}
