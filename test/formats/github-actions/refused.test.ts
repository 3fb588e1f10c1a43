import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { corpusFiles, everyPoint, inputFor, missing } from './corpus.js';
import { parserErrors } from './parser.js';

const refused = {
  'a job that runs nowhere': 'build: {steps: [{run: make}]}',
  'a job that calls a workflow and has steps': 'build: {uses: ./.github/workflows/a.yml, steps: [{run: make}]}',
  'a job that calls a workflow and names a runner': 'build: {uses: ./.github/workflows/a.yml, runs-on: x}',
  'a step with two things to do': 'build: {runs-on: x, steps: [{run: make, uses: actions/checkout@v4}]}',
  'a job with a blank in its id': 'build all: {runs-on: x, steps: [{run: make}]}',
  'a job with an id that begins with a digit': '2nd: {runs-on: x, steps: [{run: make}]}',
};

const accepted = {
  'a job that calls a workflow': 'build: {uses: ./.github/workflows/a.yml, with: {a: b}, secrets: inherit}',
  'a job with steps': '_build-2: {runs-on: [self-hosted, linux], steps: [{run: make}, {uses: actions/checkout@v4}]}',
  'a runner by its group': 'BUILD: {runs-on: {group: big}, steps: [{run: make}]}',
};

const workflow = (job: string) => `on: push\njobs:\n  ${job}\n`;

describe('what GitHub refuses is a warning', () => {
  test.each(Object.entries(refused))('%s', async (_, job) => {
    expect(await parserErrors('w.yml', workflow(job))).not.toEqual([]);
    expect(codesOf('w.yml', workflow(job))).toContain('DW279');
  });
  test.each(Object.entries(accepted))('and not: %s', async (_, job) => {
    expect(await parserErrors('w.yml', workflow(job))).toEqual([]);
    expect(codesOf('w.yml', workflow(job))).not.toContain('DW279');
  });
  test('and a file without events', async () => {
    const under = (head: string) => `${head}jobs:\n  build: {runs-on: x, steps: [{run: make}]}\n`;
    for (const head of ['', 'on:\n']) expect(await parserErrors('w.yml', under(head)), head).not.toEqual([]);
    // The last two get no further with GitHub itself: "No event triggers defined in `on`".
    for (const head of ['', 'on:\n', 'on: {}\n', 'on: []\n'])
      expect(codesOf('w.yml', under(head)), head).toContain('DW278');
    for (const head of ['on: push\n', 'on: [push]\n', 'on: {push: }\n', "'on': push\n"])
      expect(codesOf('w.yml', under(head)), head).not.toContain('DW278');
  });
});

test('a step that has nothing to run is an error', async () => {
  for (const step of ['{name: Set up, with: {go-version: 1}}', '{if: "always()"}']) {
    const text = workflow(`build: {runs-on: x, steps: [${step}, {run: make}]}`);
    expect(await parserErrors('w.yml', text)).not.toEqual([]);
    expect(codesOf('w.yml', text)).toContain('DW249');
  }
});

test('a command of a composite action needs its shell', () => {
  const action = (step: string) => `name: a\ndescription: b\nruns:\n  using: composite\n  steps:\n    - ${step}\n`;
  expect(codesOf('action.yml', action('run: make'))).toContain('DW279');
  expect(codesOf('action.yml', action('{run: make, shell: bash}'))).not.toContain('DW279');
});

describe.skipIf(missing)(missing ?? 'no real file that GitHub takes', () => {
  test('is said to be refused', async () => {
    for (const file of corpusFiles('github-actions')) {
      const told = codesOf(file.path, file.text).filter((code) => code === 'DW278' || code === 'DW279');
      if (told.length > 0) expect(await parserErrors(file.path, file.text), file.path).not.toEqual([]);
    }
  });
});

function codesOf(path: string, text: string): readonly string[] {
  return compile(inputFor({ path, text }, everyPoint)).diagnostics.map(({ code }) => code);
}

test('a merge key is named as the cause of what is missing', () => {
  const text =
    'on: push\njobs:\n  a: &a {runs-on: x, steps: [{run: make}]}\n  b: {<<: *a}\n  c: {<<: *a, steps: [{<<: *a}]}\n';
  const { diagnostics } = compile(inputFor({ path: 'w.yml', text }, {}));
  const found = diagnostics.filter(({ code }) => code === 'DW249' || code === 'DW279').map(({ message }) => message);
  expect(found).toHaveLength(4);
  for (const message of found) expect(message).toContain('merge key (`<<`) brings in nothing here');
});

test('a key that is there to be named elsewhere is no misspelt one', () => {
  const rest = 'on: push\njobs: {a: {<<: *d, runs-on: x, steps: [{run: make}]}}\n';
  for (const key of ['x-defaults: &d {env: {A: b}}', 'default-s: &d {env: {A: b}}'])
    expect(codesOf('w.yml', `${key}\n${rest}`)).not.toContain('DW228');
  expect(codesOf('w.yml', `default-s: {run: {shell: bash}}\n${rest.replace('<<: *d, ', '')}`)).toContain('DW228');
});

test('JSON is read however its blanks are', () => {
  const json = { on: 'push', jobs: { a: { 'runs-on': 'x', steps: [{ run: 'make' }] } } };
  for (const text of [0, 2, '\t'].flatMap((indent) =>
    ['', ' ', '\n\n  ', '\ufeff'].map((head) => head + JSON.stringify(json, null, indent)),
  ))
    expect(
      compile(inputFor({ path: 'w.json', text }, {})).diagnostics.filter(({ severity }) => severity === 'error'),
    ).toEqual([]);
});
