import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { pipelineInput } from './written-pipeline.js';

const helpOf = (rule: object, workflow: string) => {
  const { diagnostics } = compile(
    pipelineInput(workflow, { post_task: [{ type: 'shell', command: 'echo', ...rule }] }),
  );
  return diagnostics.filter(({ severity }) => severity !== 'note').map(({ code, help }) => `${code} ${help}`);
};

const inOthers = 'include: [/ci/build.yml, ci/deploy.yml]\nstages: [build]\n';
const named = 'Name `ci/build.yml`, `ci/deploy.yml` in the same command as well';

test('a rule that matches nothing names the files that a pipeline includes and nobody named', () => {
  expect(helpOf({}, inOthers)).toEqual([expect.stringContaining(`DW401 ${named}`)]);
  const job = `${inOthers}lint: {stage: build, script: [make lint]}\n`;
  const [unmatched] = helpOf({ tasks: ['deploy'] }, job);
  expect(unmatched).toContain('DW401 The tasks are: lint.');
  expect(unmatched).toContain(named);
  expect(helpOf({ tasks: ['deploy', 'lint'] }, job)).toEqual([expect.stringMatching(/^DW402 Correct .* Name `ci/)]);
  expect(helpOf({ match: { runs: 'kubectl *' } }, job)).toEqual([expect.stringMatching(/^DW454 Correct .* Name `ci/)]);
});

test('it names none where all were read', () => {
  for (const rule of [{ tasks: ['deploy'] }, { match: { runs: 'kubectl *' } }])
    expect(helpOf(rule, 'lint: {script: [make lint]}\n').join()).not.toContain('Name');
});
