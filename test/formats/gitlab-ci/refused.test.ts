import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { applyEdits } from '../../../src/text/edits.js';

/** Each as GitLab's own linter says it: `script config should be a string or a nested array of strings`, and so on. */
const refused = {
  'a command with a colon and a blank in it': 'build:\n  script:\n    - echo key: value\n',
  'the same with quotes around a part of it': 'build:\n  script:\n    - echo "key: value"\n',
  'the same before every job': 'default:\n  before_script:\n    - echo key: value\nbuild:\n  script: [make]\n',
  'rules beside what was there before rules': 'build:\n  script: [make]\n  only: [main]\n  rules: [{when: always}]\n',
  'the same by a hidden job':
    '.all:\n  except: [main]\nbuild:\n  extends: .all\n  script: [make]\n  rules: [{when: always}]\n',
  'a job that extends itself': 'build:\n  extends: build\n  script: [make]\n',
  'jobs that extend each other':
    'build:\n  extends: .a\n  script: [make]\n.a:\n  extends: [.c, .b]\n.b:\n  extends: .a\n.c: {tags: [x]}\n',
};

const accepted = {
  'a command in quotes': "build:\n  script:\n    - 'echo key: value'\n    - echo key:value\n",
  'lists in lists and references':
    '.a:\n  script: [make]\nbuild:\n  script:\n    - [a, [b]]\n    - !reference [.a, script]\n',
  'what a file that includes this one may have': 'build:\n  extends: .base\n  script: [make]\n',
  'what two ways lead to':
    'build:\n  extends: [.a, .b]\n  script: [make]\n.a: {extends: .c}\n.b: {extends: .c}\n.c: {tags: [x]}\n',
  'a hidden rule for lists of rules':
    '.if-main: &if-main\n  if: $CI_COMMIT_BRANCH == "main"\nbuild:\n  script: [make]\n  rules:\n    - *if-main\n',
  'rules alone': '.all:\n  rules: [{when: always}]\nbuild:\n  extends: [.all]\n  script: [make]\n',
};

describe('what GitLab refuses is a warning', () => {
  test.each(Object.entries(refused))('%s', (_, text) => {
    expect(compiled(text).diagnostics.map(({ code }) => code)).toContain('DW279');
  });
  test.each(Object.entries(accepted))('and not: %s', (_, text) => {
    expect(compiled(text).diagnostics).toEqual([]);
  });
});

test('a job without a stage is pointed at where the usual stage is not among the stages', () => {
  const text = 'stages: [build]\na:\n  stage: build\n  script: [make]\nb:\n  script: [make]\n';
  const [found] = compiled(text).diagnostics;
  expect([found!.code, text.slice(found!.span!.start, found!.span!.end)]).toEqual(['DW271', 'b']);
});

test('a file without stages may be part of another one, which its path can show, or whose stages it has to repeat', () => {
  const part = 'lint:\n  stage: lint\n  script: [make]\n';
  const [found] = compiled(part).diagnostics;
  expect(found).toMatchObject({
    code: 'DW271',
    message: expect.stringContaining('unless another file includes it and names that stage'),
    help: expect.stringMatching(
      /^Where another file includes this one, let its path show that \(`.gitlab\/ci\/build.yml`, .*\), or repeat the `stages` of that file here/,
    ),
  });
  expect(compiled(`stages: [lint, build]\n${part}`).diagnostics).toEqual([]);
  expect(compiled(part, '.gitlab/ci/build.yml').diagnostics.map(({ severity }) => severity)).toEqual(['note']);
  const [alone] = compiled(`stages: [build]\n${part}`).diagnostics;
  expect(alone!.message).toMatch(/not among the stages; the engine refuses the file$/);
});

describe('a key of the first level that is no job and means nothing is an error', () => {
  const job = 'build:\n  script: [make]\n';
  test.each([
    ['a text', `${job}hook-a: freeze\n`, 'this job is a text, but must be a mapping'],
    ['a list', `${job}other: [make]\n`, 'this job is a list, but must be a mapping'],
  ])('%s', (_, text, message) => {
    expect(compiled(text).diagnostics.map((one) => one.message)).toEqual([message]);
  });
  test('nothing at all, where it is called like a hook', () => {
    expect(compiled(`include: other.yml\n${job}hook-a:\n`).diagnostics.map(({ code }) => code)).toContain('DW268');
  });
  test.each([
    ['what is hidden', `.texts: [make]\n${job}`],
    ['a reference', `.base:\n  script: [make]\n${job}other: !reference [.base]\n`],
    ['what may be a part of an included job', `include: other.yml\n${job}other:\n`],
  ])('and not: %s', (_, text) => {
    expect(compiled(text).ok).toBe(true);
  });
});

test.each([
  ['echo key: value', "'echo key: value'"],
  ['echo "key: value"  # said', `'echo "key: value"'  # said`],
  [`echo 'it is: so'`, `'echo ''it is: so'''`],
])('the command %s is put in quotes', (command, quoted) => {
  const text = `build:\n  script:\n    - ${command}\n`;
  const file = { path: 'ci.yml', text };
  const fixes = compiled(text).diagnostics.flatMap(({ fix }) => fix ?? []);
  expect(applyEdits([file], fixes)[0]!.text).toBe(`build:\n  script:\n    - ${quoted}\n`);
});

function compiled(text: string, path = 'ci.yml') {
  const injections = { post_task: [{ id: 'a', type: 'shell', command: 'b' }] };
  return compile({
    workflow: [{ path, text }],
    configuration: [
      { layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks: { enabled: true, injections } }) },
    ],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  });
}
