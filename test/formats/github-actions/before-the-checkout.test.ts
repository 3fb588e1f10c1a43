import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';

const workflow = `on: push
jobs:
  deploy:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: ./deploy.sh
`;

function found(
  command: string,
  more: object = {},
  point: 'pre_task' | 'post_task' = 'pre_task',
  text = workflow,
): readonly string[] {
  const rule = { type: 'shell', id: 'scan', command, ...more };
  const rules = JSON.stringify({ hooks: { enabled: true, injections: { [point]: [rule] } } });
  const { diagnostics } = compile({
    workflow: [{ path: 'workflow.yaml', text }],
    configuration: [{ layer: 'project', path: 'hooks.json', text: rules }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  });
  return diagnostics.flatMap(({ code, message }) => (code === 'DW486' ? message : []));
}

test.each([
  ['trivy fs --exit-code 1 .', '.'],
  ['set -e\nnpm i -g scanner && scanner ./...', './...'],
  ['docker run --rm -v "$PWD:/src" acme/scan', '$PWD:/src'],
  ['scan "${GITHUB_WORKSPACE}"', '${GITHUB_WORKSPACE}'],
])('%j before the checkout looks through an empty folder', (command, path) => {
  expect(found(command)).toEqual([expect.stringContaining(`reads \`${path}\` at the beginning of \`deploy\``)]);
});

test.each([
  'cp /opt/tool .',
  'git clone $URL . && trivy fs .',
  'trivy image shop:1',
  'curl -f https://example.org',
])('%j does not', (command) => {
  expect(found(command)).toEqual([]);
});

test('behind the checkout nothing is said', () => {
  expect(found('trivy fs --exit-code 1 .', { after: 'actions/checkout' })).toEqual([]);
});

test.each([
  ['run: echo done', true],
  ['uses: actions/setup-node@v4', true],
  ['uses: actions/checkout@v4', false],
  ['uses: actions/download-artifact@v4', false],
  ['run: git clone $URL .', false],
  ['run: echo text > README', false],
  ['run: npm init -y', false],
])('behind a step that brings no files, an empty folder is looked through: %s', (step, isFound) => {
  const text = `on: push\njobs:\n  tell:\n    runs-on: ubuntu-latest\n    steps:\n      - ${step}\n`;
  for (const command of ['trivy fs .', './scan.sh'])
    expect(found(command, {}, 'post_task', text)).toEqual(
      isFound
        ? [expect.stringMatching(/reads `\S+` in `tell`, where nothing has checked the repository out before it/)]
        : [],
    );
});
