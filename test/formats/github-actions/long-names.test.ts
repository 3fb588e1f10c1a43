import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';
import { parserErrors } from './parser.js';

const long = 'x'.repeat(95);

test.each([
  ['a step', `  build: {runs-on: ubuntu-latest, steps: [{name: ${long}, run: make}]}\n`, { match: { runs: 'make' } }],
  ['a job', `  ${long}: {uses: ./.github/workflows/test.yml}\n`, {}],
])('GitHub takes the id of a hook at %s with a long name', async (_, job, fields) => {
  const text = `on: push\njobs:\n${job}`;
  expect(await parserErrors('w.yml', text)).toEqual([]);
  const rule = { id: 'scan', type: 'shell', command: './scan.sh', ...fields };
  const { outputs } = compile(inputOf(text, { enabled: true, injections: { post_task: [rule] } }));
  expect(outputs[0]!.text).toContain('hook-scan-x');
  expect(await parserErrors('w.yml', outputs[0]!.text)).toEqual([]);
});
