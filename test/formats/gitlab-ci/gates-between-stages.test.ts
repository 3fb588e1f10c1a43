import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { endsByDocuments } from '../../engine/gitlab-model.js';

const pipeline = (rules: string, more = '', ofShip = '') => `stages: [build, deploy]
${more}build:
  stage: build
${rules}  script: [make]
ship:
  stage: deploy
${ofShip}  script: [./ship]
`;
const branch = '  rules: [{if: $CI_COMMIT_BRANCH}]\n';

test('a gate between stages is missing where rules leave out all jobs before it, which a warning says', () => {
  const { outputs, diagnostics } = compiled(pipeline(branch));
  const ends = endsByDocuments(outputs[0]!.text, { fails: { 'hook-ready': 1 } });
  expect([ends.get('hook-ready'), ends.get('ship')]).toEqual([undefined, 'success']);
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
    expect.stringMatching(/^DW293 `ship` runs without `hook-ready` in pipelines in which `build` is not/),
  ]);
});

test('for a gate of a policy it is an error', () => {
  expect(codesOf(pipeline(branch), 'policy')).toEqual(['DW294']);
});

test.each([
  ['where a job before it is in all pipelines', pipeline(branch, 'lint: {stage: build, script: [make lint]}\n')],
  ['where those behind it have the same rules', pipeline(branch, '', branch)],
  ['where they take over the same rules', pipeline('  extends: .all\n', `.all:\n${branch}`, '  extends: [.all]\n')],
  ['where they need the job whose rules it has', pipeline(branch, '', '  needs: [build]\n')],
])('there is none %s', (_, text) => {
  expect(codesOf(text, 'project')).toEqual([]);
  expect(codesOf(text, 'policy')).toEqual([]);
});

function codesOf(text: string, layer: 'project' | 'policy'): readonly string[] {
  return compiled(text, layer).diagnostics.map(({ code }) => code);
}

function compiled(text: string, layer: 'project' | 'policy' = 'project') {
  const injections = { post_roots: [{ id: 'ready', type: 'shell', command: './ready' }] };
  return compile({
    workflow: [{ path: '.gitlab-ci.yml', text }],
    configuration: [{ layer, path: 'hooks.json', text: JSON.stringify({ hooks: { enabled: true, injections } }) }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  });
}
