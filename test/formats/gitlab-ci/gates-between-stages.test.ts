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
const mergeRequest = '  rules: [{if: $CI_PIPELINE_SOURCE == "merge_request_event"}]\n';
const notMergeRequest = `${mergeRequest.slice(0, -3)}, when: never}, {when: on_success}]\n`;
const branch = '  rules: [{if: $CI_COMMIT_BRANCH}]\n';

test('a gate between stages is missing where rules leave out all jobs before it, which a warning says', () => {
  const { outputs, diagnostics } = compiled(pipeline(branch));
  const ends = endsByDocuments(outputs[0]!.text, { fails: { 'hook-ready': 1 } });
  expect([ends.get('hook-ready'), ends.get('ship')]).toEqual([undefined, 'success']);
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
    expect.stringMatching(/^DW293 `ship` runs without `hook-ready` in pipelines in which `build` is not/),
  ]);
});

test.each([
  ['a rule', mergeRequest],
  ['a rule without a condition', '  rules: [{if: $CI_COMMIT_TAG, when: never}, {when: manual}]\n'],
  ['`only`', '  only: [merge_requests]\n'],
])('no job without rules is in pipelines of merge requests, and so no gate behind it, where a job is by %s', (_, rules) => {
  const { diagnostics } = compiled(pipeline('', '', rules));
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
    expect.stringMatching(/^DW293 `ship` runs without `hook-ready` in pipelines of merge requests/),
  ]);
});

test.each([
  ['more rules', '  rules: [{if: $CI_COMMIT_BRANCH}, {if: $CI_COMMIT_TAG}]\n', branch],
  ['fewer exceptions', branch, '  rules: [{if: $SKIP, when: never}, {if: $CI_COMMIT_BRANCH}]\n'],
])('jobs with %s pass it', (_, ofShip, ofBuild) => {
  expect(codesOf(pipeline(ofBuild, '', ofShip), 'project')).toEqual(['DW293']);
});

test('for a gate of a policy it is an error', () => {
  expect(codesOf(pipeline(branch), 'policy')).toEqual(['DW294']);
});

test.each([
  ['where a job before it is in all pipelines', pipeline(branch, 'lint: {stage: build, script: [make lint]}\n')],
  ['where those behind it have the same rules', pipeline(branch, '', branch)],
  ['where they take over the same rules', pipeline('  extends: .all\n', `.all:\n${branch}`, '  extends: [.all]\n')],
  ['where they need the job whose rules it has', pipeline(branch, '', '  needs: [build]\n')],
  [
    'where those behind it start otherwise by the same rules',
    pipeline(branch, '', '  rules: [{if: "$CI_COMMIT_BRANCH", when: manual, allow_failure: false}]\n'),
  ],
  [
    'where those behind it have some of its rules',
    pipeline(
      '  rules: [{if: $CI_COMMIT_TAG}, {if: $CI_COMMIT_BRANCH}]\n',
      '',
      '  rules: [{if: $CI_COMMIT_REF_PROTECTED, when: never}, {if: $CI_COMMIT_BRANCH, when: manual}]\n',
    ),
  ],
  ['where all have none', pipeline('')],
  ['where those behind it are in no pipeline of a merge request', pipeline('', '', branch)],
  ['where it is in all by rules for all', pipeline('', `workflow: {rules: [{when: always}]}\n`, mergeRequest)],
  ['where the rules leave out merge requests', pipeline('', '', notMergeRequest)],
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
