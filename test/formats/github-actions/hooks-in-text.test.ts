import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';

const home = 'test/fixtures/formats/github-actions';
const outputs = [
  ...readdirSync(home).map((name) => join(home, name, 'expected.yaml')),
  ...readdirSync('examples')
    .filter((name) => name.startsWith('github-'))
    .map((name) => join('examples', name, 'expected.yaml')),
].filter(existsSync);

type Step = { readonly id?: string; readonly run?: string };
type Job = { readonly name?: string; readonly steps?: readonly Step[] };

/** The steps of hooks, those in jobs of hooks included. */
function hookSteps(text: string): readonly Step[] {
  const { jobs = {}, runs } = parse(text, { merge: true }) as { jobs?: Readonly<Record<string, Job>>; runs?: Job };
  const lists = [...Object.values(jobs), ...(runs ? [runs] : [])].flatMap(({ steps }) => steps ?? []);
  return lists.filter(({ id }) => id === 'hook' || id?.startsWith('hook-'));
}

test('there are many hooks', () => {
  const all = outputs.flatMap((path) => hookSteps(readFileSync(path, 'utf8')));
  expect(all.length).toBeGreaterThan(50);
  expect(all.every(({ run }) => run !== undefined)).toBe(true);
});

/** Expressions that a rule itself has in its command, which are meant for GitHub. */
const written: Readonly<Record<string, readonly string[]>> = {
  'values-that-the-engine-would-evaluate': ['${{ github.ref }}'],
};

test.each(outputs)('no hook of %s has an expression in its text but those of its rule', (path) => {
  const found = hookSteps(readFileSync(path, 'utf8')).flatMap(({ run }) => run!.match(/\$\{\{.*?\}\}|\$\{\{/gs) ?? []);
  expect(found).toEqual(written[basename(dirname(path))] ?? []);
});

describe('what must not be in a workflow is refused', () => {
  const text = `on: push
jobs:
  build:
    runs-on: {group: big, labels: [gpu, linux]}
    steps:
      - uses: evil/action@v1
      - run: curl -O https://example.org/x
  deploy:
    uses: evil/repository/.github/workflows/deploy.yml@main
`;
  test.each([
    [{ uses: 'evil/*' }, 2],
    [{ runs: 'curl *' }, 1],
    [{ calls: 'evil/*' }, 1],
    [{ labels: ['gpu'] }, 1],
    [{ labels: ['windows'] }, 0],
    [{ runs: 'wget *' }, 0],
  ])('%j', (match, count) => {
    const { diagnostics } = compile(inputOf(text, { enabled: true, deny: [{ match, message: 'not here' }] }));
    const found = diagnostics.filter(({ severity, message }) => severity === 'error' && message.includes('not here'));
    expect(found).toHaveLength(count);
    for (const { span } of found) expect(span?.file).toBe('it.yaml');
  });
});

test('a variable whose value only the run knows counts as matched, with a note', () => {
  const text = `on: push
env: {STAGE: "\${{ inputs.stage }}", REGION: eu}
jobs:
  build: {runs-on: x, steps: [{run: make}]}
`;
  const ran = (match: object) => {
    const rule = { id: 'scan', type: 'shell', command: './scan', match, each: 'step', optional: true };
    const { outputs, diagnostics } = compile(inputOf(text, { enabled: true, injections: { pre_task: [rule] } }));
    return [
      outputs[0]!.text.includes('./scan'),
      diagnostics
        .map(({ message }) => message)
        .join()
        .includes('only the run knows'),
    ];
  };
  expect(ran({ env: { STAGE: 'prod' } })).toEqual([true, true]);
  expect(ran({ env: { STAGE: 'prod' }, unsure: 'skip' })[0]).toBe(false);
  expect(ran({ env: { REGION: 'us' } })).toEqual([false, false]);
  expect(ran({ env: { STAGE: 'prod', REGION: 'us' } })[0]).toBe(false);
});
