import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';

const tell = { id: 'tell', type: 'webhook', url: 'https://example.org', body: 'failed' };

/** Which codes are reported of a hook that is a step of a job, and of one that is a job. */
function codes(job: string, rule: object = {}, settings: object = {}, root = ''): readonly string[] {
  const text = `on: push\n${root}jobs:\n  build:\n${job.replace(/^/gm, '    ')}\n`;
  const of = (injections: object) => {
    const { diagnostics } = compile(inputOf(text, { enabled: true, ...settings, injections }));
    return diagnostics.map(({ code }) => code).filter((code) => code === 'DW635' || code === 'DW636');
  };
  const all = { ...tell, ...rule };
  return [`step ${of({ post_task: [all] }).join()}`, `job ${of({ final: [{ ...all, run: 'failure' }] }).join()}`];
}

const steps = 'steps: [{run: make}]';
const onUbuntu = `runs-on: ubuntu-latest\n${steps}`;

describe('a hook that calls dagweave', () => {
  test.each([
    ['a runner of GitHub', onUbuntu, {}, ['step DW635', 'job DW635']],
    [
      'each runner of a matrix',
      `strategy: {matrix: {os: [ubuntu-24.04, macos-14]}}\nruns-on: \${{ matrix.os }}\n${steps}`,
      {},
      ['step DW635', 'job DW635'],
    ],
    ['a runner of its own', `runs-on: [self-hosted, linux]\n${steps}`, {}, ['step ', 'job DW635']],
    ['a runner that only the run knows', `runs-on: \${{ inputs.os }}\n${steps}`, {}, ['step ', 'job DW635']],
    ['a container', `runs-on: ubuntu-latest\ncontainer: acme/hooks\n${steps}`, {}, ['step ', 'job DW635']],
    ['a job that installs it', 'runs-on: ubuntu-latest\nsteps: [{run: npm ci}]', {}, ['step ', 'job DW635']],
    ['another command', onUbuntu, { runtime: 'npx --yes dagweave' }, ['step ', 'job ']],
    ['a setup', onUbuntu, { github_actions: { setup: [{ uses: 'acme/install@v1' }] } }, ['step DW635', 'job ']],
    ['a runner for jobs of hooks', onUbuntu, { github_actions: { runs_on: 'own' } }, ['step DW635', 'job ']],
  ])('on %s', (_, job, settings, expected) => {
    expect(codes(job, {}, settings)).toEqual(expected);
  });

  test('is reported once for a workflow', () => {
    const rules = { post_task: [tell], final: [{ ...tell, id: 'end' }] };
    const { diagnostics } = compile(
      inputOf(`on: push\njobs:\n  build: {runs-on: ubuntu-latest, ${steps}}\n`, { enabled: true, injections: rules }),
    );
    expect(diagnostics.filter(({ code }) => code === 'DW635')).toHaveLength(1);
  });

  test('is nothing that a shell hook does', () => {
    expect(codes(onUbuntu, { type: 'shell', command: 'true', url: undefined, body: undefined })).toEqual([
      'step ',
      'job ',
    ]);
  });
});

describe('a variable in the address or the headers of a message', () => {
  const runtime = { runtime: 'npx --yes dagweave' };
  const url = '${SLACK_URL}';
  test.each([
    ['is not set', { url }, '', onUbuntu, ['step DW636', 'job DW636']],
    [
      'of a header is not set',
      { headers: { Authorization: 'Bearer ${TOKEN}' } },
      '',
      onUbuntu,
      ['step DW636', 'job DW636'],
    ],
    ['is set for the workflow', { url }, 'env: {SLACK_URL: "${{ secrets.S }}"}\n', onUbuntu, ['step ', 'job ']],
    ['is set for the job', { url }, '', `env: {SLACK_URL: x}\n${onUbuntu}`, ['step ', 'job DW636']],
    [
      'is set by a step',
      { url },
      '',
      'runs-on: ubuntu-latest\nsteps: [{run: echo "SLACK_URL=x" >> "$GITHUB_ENV"}]',
      ['step ', 'job DW636'],
    ],
    ['is set by the hook', { url, env: { SLACK_URL: 'https://example.org' } }, '', onUbuntu, ['step ', 'job ']],
    [
      'is in the env of the hook, as an expression',
      { url, env: { SLACK_URL: '${{ secrets.S }}' } },
      '',
      onUbuntu,
      ['step ', 'job '],
    ],
    ['is one of the runner', { url: 'https://example.org/${GITHUB_RUN_ID}' }, '', onUbuntu, ['step ', 'job ']],
    ['is on a runner of its own, which may have it', { url }, '', `runs-on: own\n${steps}`, ['step ', 'job DW636']],
    ['is in the body alone', { body: 'costs $${PRICE} or ${PRICE}' }, '', onUbuntu, ['step ', 'job ']],
  ])('%s', (_, rule, root, job, expected) => {
    expect(codes(job, rule, runtime, root)).toEqual(expected);
  });
});
