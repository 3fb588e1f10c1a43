import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { strip } from '../../src/strip.js';
import { expectThereAndBack, inputOf } from '../there-and-back.js';
import { pipelineInput, writtenPipeline } from './gitlab-ci/written-pipeline.js';

const gate = (more: object) => ({ type: 'shell', command: './gate {{task_id}}', ...more });
const rules = {
  'before it': { pre_task: [gate({ tasks: ['build'] })] },
  'behind what is before it': { post_task: [gate({ tasks: ['lint'] })] },
  'behind it': { post_task: [gate({ tasks: ['build'] })] },
  'at the roots': { pre_root: [gate({})] },
};

const config = { hooks: { enabled: true, injections: rules['before it'] } };

const shared = [
  '[lint]',
  '[ lint,docs ]',
  '[{job: lint, artifacts: false}, docs]',
  '[]',
  '[ ]',
  '~',
  '\n    - docs\n    - lint',
];
const before = 'lint:\n  stage: build\n  script: [make lint, exit 0]\ndocs:\n  stage: build\n  script: [make docs]\n';
const pipeline = (needs: string, job: string) =>
  `stages: [build, test]\n.shared:\n  needs: &shared ${needs}\n${before}${job}`;
const inBlock = 'build:\n  stage: test\n  needs: *shared # as all do\n  script: [make, exit 0]\n';
const last = 'build:\n  stage: test\n  script: [make, exit 0]\n  needs: *shared\n';
const inFlow = 'build: {stage: test, needs: *shared, script: [make, exit 0]}\n';

describe('needs by an alias', () => {
  test.each(shared)('come through a second run and go back in a job of GitLab: %j', (needs) => {
    const texts = [inBlock, last, inFlow].map((job) => pipeline(needs, job));
    expectThereAndBack([...texts, texts[0]!.replaceAll('\n', '\r\n'), texts[1]!.trimEnd()], rules, undefined);
  });

  test('go back where they are those of another job that gets the same hook', () => {
    const other = 'build-too:\n  stage: test\n  needs: &shared [docs, lint]\n  script: [make, exit 0]\n';
    const hooks = { 'before both': { pre_task: [gate({ tasks: ['build*'] })] }, ...rules };
    expectThereAndBack([`stages: [build, test]\n${before}${other}${inBlock}`], hooks, undefined);
  });

  test.each(['[fetch]', 'fetch', '[]'])('go back in a step of Dagu: %s', (needs) => {
    const step = (name: string, depends: string) => `  - name: ${name}\n    depends: ${depends}\n    command: make\n`;
    const steps = `  - name: fetch\n    command: make\n${step('lint', `&shared ${needs}`)}${step('build', '*shared')}`;
    expectThereAndBack(
      [`type: graph\nsteps:\n${steps}`],
      { 'before both': { pre_task: [gate({ tasks: ['lint', 'build'] })] } },
      undefined,
    );
  });
});

test('needs by an alias are those of the anchor in the same file', () => {
  const more = '.more:\n  needs: &shared [docs]\nbuild:\n  stage: test\n  needs: *shared\n  script: [make, exit 0]\n';
  const workflow = [
    {
      path: '.gitlab-ci.yml',
      text: `include: more.yml\nstages: [build, test]\n.shared:\n  needs: &shared [lint]\n${before}`,
    },
    { path: 'more.yml', text: more },
  ];
  const input = { ...pipelineInput('', rules['before it']), workflow };
  const { outputs } = compile(input);
  expect(outputs[1]!.text).toContain('needs: [docs, hook-');
  expect(strip({ ...input, workflow: outputs }).outputs).toEqual(workflow);
  const gone = outputs.map(({ path, text }) => ({
    path,
    text: path === 'more.yml' ? text.replace('&shared ', '') : text,
  }));
  const left = strip({ ...input, workflow: gone }).outputs;
  expect(left[1]!.text).toBe(more.replace('&shared ', '').replace('*shared', '[docs]'));
});

test('needs by an alias of what is in no step of Dagu become a list, and a second run changes nothing', () => {
  const text =
    'x: &shared [fetch]\ntype: graph\nsteps:\n  - {name: fetch, command: make}\n  - {name: build, command: make, depends: *shared}\n';
  const written = compile(inputOf(text, config, '1.30')).outputs[0]!.text;
  expect(compile(inputOf(written, config, '1.30')).outputs[0]!.text).toBe(written);
  expect(strip(inputOf(written, config, '1.30')).outputs[0]!.text).toBe(text.replace('*shared', '[fetch]'));
});

test.each([
  '[lint, lint]',
  '[lint, !reference [.more, needs]]',
  '[{project: a/b, job: c, ref: main, artifacts: true}, lint]',
  '[lint, gone]',
  '["lint"]',
])('a second run changes nothing where an alias is of %s', (needs) => {
  for (const injections of Object.values(rules)) {
    const input = pipelineInput(pipeline(needs, inBlock), injections);
    const { ok, outputs } = compile(input);
    if (ok) expect(compile({ ...input, workflow: outputs }).outputs).toEqual(outputs);
  }
});

test('a second run changes nothing where an alias of Dagu names an id', () => {
  const steps =
    '  - {id: f, name: fetch, command: make}\n  - {name: lint, command: make, depends: &shared [f]}\n  - {name: build, command: make, depends: *shared}\n';
  const written = compile(inputOf(`type: graph\nsteps:\n${steps}`, config, undefined)).outputs[0]!.text;
  expect(written).toContain('hook-');
  expect(compile(inputOf(written, config, undefined)).outputs[0]!.text).toBe(written);
});

describe('needs by an alias stay a list', () => {
  const text = pipeline('[lint, {job: docs, artifacts: false}]', inBlock);
  const written = writtenPipeline(text, rules['before it']);
  const list = '[lint, {job: docs, artifacts: false}]';

  test.each([
    ['the anchor is gone', '&shared ', ''],
    ['the anchor is at something else', '&shared [lint,', '&shared [docs, lint,'],
    [
      'the anchor is at one that says something else',
      '&shared [lint, {job: docs, artifacts: false}]',
      '&shared [lint, {job: docs, artifacts: true}]',
    ],
    ['the list has an anchor of its own', '  needs: [lint, {', '  needs: &own [lint, {'],
    ['the mark is gone', '# dagweave: "build" waited for *shared\n', ''],
    ['the mark says something else', 'waited for *shared', 'waited for *other'],
  ])('where %s', (_, from, to) => {
    const edited = written.replace(from, to);
    expect(edited).not.toBe(written);
    expect(stripped(edited)).toContain(`  needs: ${to.includes('&own') ? '&own ' : ''}${list} # as all do\n`);
  });

  test('where somebody added to it', () => {
    expect(stripped(written.replace(', hook-', ', test, hook-'))).toContain(
      `needs: ${list.replace(']', ', test]')} # as`,
    );
  });
});

function stripped(text: string): string {
  const input = pipelineInput(text, rules['before it']);
  return strip({ ...input, workflow: [{ path: '.gitlab-ci.yml', text }] }).outputs[0]!.text;
}
