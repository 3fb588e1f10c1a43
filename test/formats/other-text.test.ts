import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createCollector } from '../../src/diagnostics/diagnostics.js';
import { detectFormat, formats } from '../../src/formats/index.js';
import { nameOtherText } from '../../src/formats/other-text.js';

const corpus = join(
  process.env.DAGWEAVE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url)),
  'corpus',
);

describe.skipIf(!existsSync(corpus))('a real file in another language', () => {
  test.each([
    ['github-actions', /^(?:GitHub Actions)$/],
    ['argo', /^(?:Argo Workflows|Kubernetes)$/],
  ])('is called by its name: %s', (folder, name) => {
    const texts = readdirSync(join(corpus, folder))
      .filter((file) => /\.ya?ml$/.test(file))
      .map((file) => readFileSync(join(corpus, folder, file), 'utf8'));
    const found = texts.map((text) => nameOtherText(text));
    expect(found.length).toBeGreaterThan(50);
    expect(found.filter((one) => one.kind !== 'language' || !name.test(one.name))).toEqual([]);
  });
});

test.each([
  ['stages: [build]\nbuild:\n  stage: build\n  script: [make]\n', 'GitLab CI'],
  ['services:\n  web:\n    image: nginx\n', 'Docker Compose'],
  ['apiVersion: tekton.dev/v1\nkind: Pipeline\n', 'Tekton'],
  ['version: 2.1\njobs: {b: {docker: []}}\nworkflows: {a: {jobs: [b]}}\n', 'CircleCI'],
])('%j is %s', (text, name) => expect(nameOtherText(text)).toMatchObject({ kind: 'language', name }));

test.each([
  ["I'm sorry, but I can't help with that."],
  ['I cannot do this. Reasons:\n\n- it deletes data\n- Note: it is not allowed\n'],
  ['As an AI model: no.'],
])('%j is prose', (text) => expect(nameOtherText(text).kind).toBe('prose'));

test('whatever a reader of the message writes as --format, it gets no message that says the same of --format', () => {
  for (const text of [
    'services:\n  web:\n    image: nginx\n',
    'no workflow',
    'a: {b: c}\n',
    'on: push\njobs: {a: {steps: []}}\n',
  ]) {
    for (const format of [undefined, ...formats.map(({ name }) => name)]) {
      const { report, all } = createCollector();
      detectFormat([{ path: 'flow.yaml', text }], { formats, format }, report);
      for (const { message, help } of all()) expect(`${message} ${help}`).not.toContain('--format');
    }
  }
});
