import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { githubActions } from '../../../src/formats/github-actions/index.js';
import { formats } from '../../../src/formats/index.js';
import { strip } from '../../../src/strip.js';
import { verify } from '../../../src/verify.js';
import { corpusFiles, everyPoint, inputFor, missing } from './corpus.js';
import { problemsOf } from './oracle.js';

const files = corpusFiles('github-actions');
/** Every file as it is; where only the line ends differ, one of four will do. */
const variants = [
  ['as it is', (text: string) => text, 1],
  ['with Windows line ends', (text: string) => text.replace(/\r?\n/g, '\r\n'), 4],
  ['without its last line break', (text: string) => text.replace(/\r?\n$/, ''), 4],
] as const;

describe.skipIf(missing)(missing ?? 'real files of GitHub Actions', () => {
  test('are known as what they are, and no file of another language is taken for one', () => {
    const others = ['argo', 'dagu'].flatMap((engine) => corpusFiles(engine));
    const knownAs = ({ text }: { readonly text: string }) =>
      formats.filter((one) => one.detects(text)).map(({ name }) => name);
    expect(files.filter((file) => knownAs(file).join() !== 'github-actions').map(({ path }) => path)).toEqual([]);
    expect(others.filter((file) => githubActions.detects(file.text)).map(({ path }) => path)).toEqual([]);
    expect(files.length).toBeGreaterThanOrEqual(100);
  });

  test.each(variants)('%s, without hooks: nothing changes', (_, variant) => {
    for (const one of files) {
      const file = { ...one, text: variant(one.text) };
      const { ok, outputs } = compile(inputFor(file, everyPoint, { enabled: false }));
      expect(ok, file.path).toBe(true);
      expect(outputs[0]!.text, file.path).toBe(file.text);
    }
  });

  test.each(
    variants,
  )('%s: hooks go in at every point, a second run changes nothing, and all of it comes out again', (_, variant, every) => {
    const refused: string[] = [];
    const sample = files.filter((_, at) => at % every === 0);
    for (const one of sample) {
      const file = { ...one, text: variant(one.text) };
      const input = inputFor(file, everyPoint);
      const { ok, outputs, diagnostics } = compile(input);
      if (!ok) {
        refused.push(
          `${file.path} ${diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)}`,
        );
        continue;
      }
      expect(problemsOf(file.text, outputs[0]!.text), file.path).toEqual([]);
      const again = { ...input, workflow: outputs };
      if (file.text === one.text) {
        expect(compile(again).outputs, file.path).toEqual(outputs);
        expect(verify(again).ok, file.path).toBe(true);
      }
      const back = strip(again).outputs[0]!.text;
      expect(back, file.path).toBe(file.text);
    }
    // What belongs behind all roots would be behind a root with a condition, and be skipped with it.
    const expected = [
      'argoproj__argo-workflows__release.yaml DW244',
      'astral-sh__ruff__ci.yaml DW244',
      'dprint__dprint__publish.generated.yml DW244',
      'google-gemini__gemini-cli__ci.yml DW244',
    ];
    expect(refused).toEqual(expected.filter((line) => sample.some(({ path }) => line.startsWith(`${path} `))));
  });
});

describe('the oracle', () => {
  const text = 'jobs:\n  a:\n    steps: [{run: a}]\n  b:\n    needs: a\n    steps: [{run: b}]\n';
  const written = compile(inputFor({ path: 'w.yml', text: `on: push\n${text}` }, everyPoint)).outputs[0]!.text;
  test.each([
    ['nothing', (one: string) => one, []],
    ['a need that is gone', (one: string) => one.replace('[a, hook-ready]', '[hook-ready]'), ['b lost a and needs ']],
    [
      'a gate that nobody waits for',
      (one: string) => one.replace('[a, hook-ready]', '[a]'),
      ['b does not wait for what comes behind the roots'],
    ],
    ['other work', (one: string) => one.replace('run: b', 'run: c'), ['b says something else']],
  ])('finds %s', (_, damage, found) => expect(problemsOf(text, damage(written))).toEqual(found));
});
