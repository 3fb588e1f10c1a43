import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { pipelineInput } from './written-pipeline.js';

const early = 'hooks:\n  pre_get_sources_script: [terraform destroy]\n';

test.each([
  ['what runs before the files are there', `a:\n  ${early.replaceAll('\n', '\n  ')}script: [make]\n`],
  ['the same for all jobs', `default:\n  ${early.replaceAll('\n', '\n  ')}\na:\n  script: [make]\n`],
  [
    'what a reference finds below a key',
    '.x:\n  cmds:\n    ship: [terraform destroy]\na:\n  script:\n    - !reference [.x, cmds, ship]\n',
  ],
  ['a list of its own that a reference names', '.x: [terraform destroy]\na:\n  script:\n    - !reference [.x]\n'],
])('a command is seen in %s', (_, text) => {
  expect(denied(text)).toEqual([expect.stringMatching(/: no destroy$/)]);
});

test.each([
  ['a variable of the file', 'variables: {TAG: latest, T: $TAG}\na:\n  image: x:$T\n'],
  ['one of the job', 'a:\n  variables: {IMAGE: x:latest}\n  image: {name: $IMAGE}\n'],
  ['one that a rule sets', 'a:\n  variables: {T: "1"}\n  rules: [{if: $X, variables: {T: latest}}]\n  image: x:$T\n'],
  ['one for all', 'workflow: {rules: [{if: $X, variables: {T: latest}}]}\na:\n  image: x:${T}\n'],
  ['one of a matrix', 'a:\n  parallel: {matrix: [{T: ["1", latest]}]}\n  services: [x:$T]\n'],
  ['a reference', '.b: {image: x:latest}\na:\n  image: !reference [.b, image]\n'],
  ['one to its name', '.b: x:latest\na:\n  image: {name: !reference [.b]}\n'],
  ['one among services', '.b: {services: [x:latest]}\na:\n  services:\n    - !reference [.b, services]\n'],
  [
    'a reference to the value of a variable',
    '.b: {variables: {T: latest}}\na:\n  variables: {T: !reference [.b, variables, T]}\n  image: x:$T\n',
  ],
  [
    'one to a matrix',
    '.b: {parallel: {matrix: [{T: ["1", latest]}]}}\na:\n  parallel: !reference [.b, parallel]\n  image: x:$T\n',
  ],
])('an image is seen through %s', (_, text) => {
  expect(denied(`${text}  script: [make]\n`)).toContainEqual(expect.stringMatching(/`a` in .*: no latest$/));
});

test('an image to which a reference leads that is in another file may be any', () => {
  const text = 'include: b.yml\na:\n  image: !reference [.b, image]\n  script: [make]\n';
  expect(denied(text)).toContainEqual(expect.stringContaining('`!reference [.b, image]` is computed'));
});

test.each([
  ['a variable of others', 'x:$TAG', true],
  ['an input', 'x:$[[ inputs.tag ]]', true],
  ['a variable in front of the tag', '$CI_REGISTRY_IMAGE/x:1', false],
  ['a number of GitLab', '$CI_REGISTRY_IMAGE:$CI_COMMIT_SHORT_SHA', false],
])('an image with %s may be any that its text lets it be', (_, image, mayBe) => {
  expect(denied(`a:\n  image: "${image}"\n  script: [make]\n`)).toEqual(
    mayBe ? [expect.stringContaining('is computed')] : [],
  );
});

test.each([
  ["'$[[ inputs.tool ]]' destroy", true],
  ['$[[ inputs.tool ]] destroy', true],
  ["sh -c 'terraform $[[ inputs.action | expand_vars ]]'", true],
  ['terraform $[[ inputs.action ]]', true],
  ["terraform plan '$[[ inputs.action ]]'", false],
  ['echo $[[ inputs.name ]]', false],
  ["'$TOOL' destroy", false],
  ["sh -c 'terraform $[ inputs.action ]'", true],
])('an input is put into the text before a shell reads it: %s', (command, mayBe) => {
  const found = denied(`a:\n  script:\n    - ${JSON.stringify(command)}\n  after_script: ${JSON.stringify(command)}\n`);
  expect(found).toHaveLength(mayBe ? 2 : 0);
});

test('the commands of steps are seen, and only those in other files are not', () => {
  const job = (steps: string) => `a:\n  run:\n    - name: one\n      script: terraform destroy\n${steps}`;
  expect(denied(job(''))).toEqual([expect.stringMatching(/`a` in .*: no destroy$/)]);
  const plan = job('').replace('destroy', 'plan');
  expect(denied(plan)).toEqual([]);
  expect(denied(`${plan}    - {name: two, step: ./ship}\n`)).toEqual([
    expect.stringContaining('its step `./ship` is in a file that was not read'),
  ]);
});

test.each([
  ['a matrix', 'parallel: {matrix: [{STAGE: [test, prod]}]}', true],
  ['a matrix of other values', 'parallel: {matrix: [{STAGE: [test, dev]}]}', false],
  ['a rule of the job', 'rules: [{if: $X, variables: {STAGE: prod}}]', true],
  ['a rule with a value that is computed', 'rules: [{if: $X, variables: {STAGE: $Y}}]', true],
  ['the job', 'variables: {STAGE: prod}', true],
  ['nothing', 'variables: {OTHER: prod}', false],
])('a variable is seen that comes from %s', (_, field, isSeen) => {
  for (const script of ['[make]', '[make, exit 0]']) {
    const text = `a:\n  ${field}\n  script: ${script}\n`;
    for (const match of [{ env: { STAGE: 'prod' } }, { cel: '"STAGE" in step.env && step.env.STAGE == "prod"' }])
      expect(denied(text, [{ match, message: 'no prod' }]).some((said) => said.includes('no prod'))).toBe(isSeen);
  }
});

test('one that rules of the whole pipeline set is seen in each job', () => {
  const text = 'workflow: {rules: [{if: $X, variables: {STAGE: prod}}]}\na:\n  script: [make]\n';
  expect(denied(text, [{ match: { env: { STAGE: 'prod' } }, message: 'no prod' }])).not.toEqual([]);
  expect(denied(text, [{ match: { env: { STAGE: 'dev' } }, message: 'no dev' }])).toEqual([]);
});

const destroy = 'terraform destroy';

test.each([
  ['the program of a service', `services: [{name: x, entrypoint: [${destroy.replace(' ', ', ')}]}]`, true],
  ['what a service is given', `services: [{name: "hashicorp/terraform:1.5", command: [destroy]}]`, true],
  ['code that a service is given', `services: [{name: x, command: [sh, -c, ${destroy}]}]`, true],
  ['the program of the image', `image: {name: x, entrypoint: [sh, -c, ${destroy}]}`, true],
  ['a mere shell', 'image: {name: x, entrypoint: [/bin/sh, -c]}', false],
  ['no program', 'image: {name: x, entrypoint: [""]}', false],
  ['options', 'services: [{name: "terraform:dind", command: [--destroy]}]', false],
])('what containers are started with is seen: %s', (_, field, isSeen) => {
  for (const place of [`a:\n  ${field}\n`, `default:\n  ${field}\na:\n`])
    expect(denied(`${place}  script: [make]\n`)).toEqual(isSeen ? [expect.stringMatching(/: no destroy$/)] : []);
});

test.each([
  ['before_script', 'script: [make, exit 0]'],
  ['after_script', 'script: [make, exit 0]'],
  ['hooks: {pre_get_sources_script', 'script: [make, exit 0]'],
  ['after_script', 'tags: [windows]\n  script: [make]'],
  ['before_script', 'run: [{name: one, script: make}]'],
])('what runs beside the commands of a job is seen where hooks go around it: %s, %s', (key, job) => {
  const field = `${key}: [${destroy}]${key.includes('{') ? '}' : ''}`;
  expect(denied(`a:\n  ${field}\n  ${job}\n`)).toContainEqual(expect.stringMatching(/: no destroy$/));
  const gate = { id: 'gate', type: 'shell', command: './gate', match: { runs: destroy } };
  const { ok, outputs } = compile(pipelineInput(`a:\n  ${field}\n  ${job}\n`, { pre_task: [gate] }));
  expect(ok).toBe(true);
  expect(outputs[0]!.text).toContain('needs: [hook-gate-a]');
});

test.each([
  ['include: ci/child.yml', ['ci/child.yml']],
  ['include: [{local: /ci/child.yml}, {local: ci/other.yml}]', ['/ci/child.yml']],
  ['include: [{artifact: ci/other.yml, job: w}]', ['ci/other.yml']],
  ['include: [{project: x/y, file: ci.yml}]', []],
  ['include: https://example.org/ci.yml', []],
])('a pipeline of the project that was not read is told of: trigger: {%s}', (include, files) => {
  const input = pipelineInput(`a:\n  trigger: {${include}}\n`, {});
  const deny = [{ match: { runs: destroy }, message: 'no destroy' }];
  const configuration = [{ ...input.configuration[0]!, text: JSON.stringify({ hooks: { enabled: true, deny } }) }];
  const workflow = [...input.workflow, { path: 'ci/other.yml', text: 'b:\n  script: [make]\n' }];
  const found = compile({ ...input, workflow, configuration }).diagnostics.filter(({ code }) => code === 'DW648');
  expect(found.map(({ message }) => [...message.matchAll(/`([^`]*)`/g)].map(([, file]) => file))).toEqual(
    files.length === 0 ? [] : [files],
  );
});

const usual = [
  { match: { runs: 'terraform destroy' }, message: 'no destroy' },
  { match: { image: '*:latest' }, message: 'no latest' },
];

function denied(text: string, deny: readonly object[] = usual): readonly string[] {
  const input = pipelineInput(text, {});
  const configuration = [{ ...input.configuration[0]!, text: JSON.stringify({ hooks: { enabled: true, deny } }) }];
  return compile({ ...input, configuration }).diagnostics.map(({ message }) => message);
}
