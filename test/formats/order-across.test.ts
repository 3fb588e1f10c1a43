import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';

const github =
  'on: push\njobs:\n  deploy:\n    runs-on: ubuntu-latest\n    steps:\n      - name: ship\n        run: ./deploy.sh\n';
const gitlab = 'deploy:\n  stage: deploy\n  script: ./deploy.sh\n';
const approval = { id: 'go', type: 'approval', prompt: 'Go?' };
const scan = { id: 'scan', type: 'shell', command: 'trivy fs .' };

test.each([
  ['before a job, the approval is first', github, 'pre_task', 2, 1, 'go runs before that of rule scan'],
  ['behind a job, it is last', github, 'post_task', 1, 2, 'scan runs before that of rule go'],
  ['the same before a job of GitLab', gitlab, 'pre_task', 2, 1, 'go runs before that of rule scan'],
  ['nothing is said where that is the order', github, 'pre_task', 1, 2, undefined],
  ['nor behind a job', gitlab, 'post_task', 2, 1, undefined],
  ['nor where no order is written', github, 'pre_task', 0, 0, undefined],
])('hooks in a job and beside it: %s', (_, text, point, go, other, said) => {
  const found = orders(text, {
    [point]: [
      { ...approval, order: go },
      { ...scan, order: other },
    ],
  });
  expect(found).toEqual(said === undefined ? [] : [expect.stringContaining(said)]);
});

test('an anchor is a reason of its own', () => {
  expect(
    orders(github, {
      pre_task: [
        { ...approval, order: 2 },
        { ...scan, order: 1, before: 'ship' },
      ],
    }),
  ).toEqual([]);
});

test.each([github, gitlab])('both are in their order where both are beside the job, as the help says', (text) => {
  const rules = [
    { ...approval, order: 2, before: 'deploy' },
    { ...scan, order: 1, before: 'deploy' },
  ];
  const injections = { pre_root: rules };
  const written = outputs(text, injections).outputs[0]!.text;
  expect(written).toMatch(/hook-go:[\s\S]*needs: \[hook-scan\][\s\S]*deploy:[\s\S]*needs: \[hook-go\]/);
});

function orders(text: string, injections: object): readonly string[] {
  return outputs(text, injections).diagnostics.flatMap(({ code, message }) => (code === 'DW647' ? [message] : []));
}

function outputs(text: string, injections: object) {
  return compile({
    workflow: [{ path: text === github ? '.github/workflows/ci.yml' : '.gitlab-ci.yml', text }],
    configuration: [
      { layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks: { enabled: true, injections } }) },
    ],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  });
}
