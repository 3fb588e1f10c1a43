import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Words that a reader who is not a native speaker reads twice, and the word to write instead. They are counted in messages,
 * help and other texts of `src`, in comments, in titles of tests, and in the documentation; names in code do not count.
 */
const words: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\b(?:meets?|met)\b/gi, 'match'],
  [/\bshall\b/gi, 'will, or must'],
  [/\bstands?\b(?!-in| out)/gi, 'is, or means'],
  [/\btold\b/gi, 'given, or reported'],
  [/\bwhoever\b/gi, 'the noun'],
  [/\bbe it\b/gi, 'whether'],
  [/\b(?:is|are) none\b/gi, 'is not one, or: without one'],
  [/\bthat which\b/gi, 'what'],
];

/** How often these words may still be in a file, and why. */
const allowed: ReadonlyMap<string, readonly [count: number, because: string]> = new Map([
  ['src/formats/dagu/cron.ts', [1, 'the name of a time zone']],
  ['src/cli/run-compile.ts', [1, '"until there are none left" is the plain way to say it']],
  ['test/engine/base-config.test.ts', [1, 'the setting is the word "none", and the title says what it means']],
]);

test('old words are only where the table allows them', () => {
  const found = [...readFiles('src'), ...readFiles('test'), ...readFiles('docs'), 'README.md']
    .filter((path) => path !== 'test/words.test.ts')
    .map((path) => [path, oldWords(path)] as const)
    .filter(([path, hits]) => hits.length !== (allowed.get(path)?.[0] ?? 0));
  expect(Object.fromEntries(found)).toEqual({});
});

test('the table names no file without such words', () => {
  expect([...allowed.keys()].filter((path) => oldWords(path).length === 0)).toEqual([]);
});

function readFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path).replaceAll('\\', '/'))
    .filter((path) => /\.(?:ts|mts|md)$/.test(path) && !/\/(?:fixtures|node_modules|bundles)\//.test(path));
}

/** Each old word of a file with its line and the word to write instead. */
function oldWords(path: string): readonly string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const text = path.endsWith('.md') ? line : textOf(line, path.startsWith('test/'));
      return words.flatMap(([word, instead]) =>
        [...text.matchAll(word)].map(([hit]) => `line ${index + 1}: "${hit}", write: ${instead}`),
      );
    });
}

/** A comment, or what is between quotes; of tests only comments and titles, because they quote texts of others. */
function textOf(line: string, isTest: boolean): string {
  if (/^\s*(?:\/\*|\*|\/\/)/.test(line)) return line;
  const isTitle = /^\s*(?:test|it|describe)\b/.test(line);
  if (isTest && !isTitle) return '';
  const quoted = line.match(/'(?:[^'\\]|\\.)*'|`[^`]*`/g) ?? [];
  return quoted.join(' ').replaceAll(/\$\{[^}]*\}/g, '');
}
