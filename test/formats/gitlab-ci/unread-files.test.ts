import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';

const helpOf = (rule: string, workflow: string) => {
  const configuration = `hooks: {enabled: true, injections: {post_task: [{type: shell, command: echo, ${rule}}]}}\n`;
  const { diagnostics } = compile({
    workflow: [{ path: '.gitlab-ci.yml', text: workflow }],
    configuration: [{ path: 'hooks.yaml', text: configuration, layer: 'project' }],
  });
  return diagnostics.filter(({ severity }) => severity !== 'note').map(({ code, help }) => `${code} ${help}`);
};

const inOthers = 'include: [/ci/build.yml, ci/deploy.yml]\nstages: [build]\n';
const named = 'Name `ci/build.yml`, `ci/deploy.yml` in the same command as well';

test('a rule that matches nothing names the files that a pipeline includes and nobody named', () => {
  expect(helpOf('tasks: ["*"]', inOthers)).toEqual([expect.stringMatching(new RegExp(`^DW401 ${named}`))]);
  const job = `${inOthers}lint: {stage: build, script: [make lint]}\n`;
  expect(helpOf('tasks: [deploy]', job)).toEqual([expect.stringMatching(/^DW401 The tasks are: lint\. .* Name `ci/)]);
  expect(helpOf('tasks: [deploy, lint]', job)).toEqual([expect.stringMatching(/^DW402 Correct .* Name `ci/)]);
  expect(helpOf('match: {runs: "kubectl *"}', job)).toEqual([expect.stringMatching(/^DW454 Correct .* Name `ci/)]);
});

test('it names none where all were read', () => {
  for (const rule of ['tasks: [deploy]', 'match: {runs: "kubectl *"}'])
    expect(helpOf(rule, 'lint: {script: [make lint]}\n').join()).not.toContain('Name');
});
