import { describe, expect, test } from 'vitest';
import { strip } from '../../../src/strip.js';
import { expectThereAndBack } from '../../there-and-back.js';
import { pipelineInput, writtenPipeline } from './written-pipeline.js';

const gate = (more: object) => ({ type: 'shell', command: './gate', ...more });
const rules = {
  'before it': { pre_task: [gate({ tasks: ['build'] })] },
  'behind what is before it': { post_task: [gate({ tasks: ['lint'] })] },
  'behind it': { post_task: [gate({ tasks: ['build'] })] },
  'at the roots': { pre_root: [gate({})] },
};

const before = 'stages: [lint, build, test]\nlint:\n  stage: lint\n  script: [make lint]\n';
const behind = 'test:\n  stage: test\n  script: [make test]\n';

const lists = [
  '[]',
  '[ ]',
  '[   ]',
  '[\t]',
  '[] # note',
  '&a [ ]',
  '[ # note\n  ]',
  '[\n  ]',
  '&a [\n\n    # "note"\n  ] # more',
];
const missing = ['', 'null', '~', '   NULL # note', '# note'];

/** A job whose needs are in each of its places. */
function jobsWith(needs: string): readonly string[] {
  const inBlock = [
    `build:\n  needs: ${needs}\n  stage: build\n  script: [make]\n`,
    `build:\n  stage: build\n  needs: ${needs}\n  script: [make]\n`,
    `build:\n  stage: build\n  script: [make]\n  needs: ${needs}\n`,
  ];
  const inFlow = [
    `build: {stage: build, needs: ${needs}, script: [make]}\n`,
    `build: {stage: build, script: [make], needs: ${needs}}\n`,
  ];
  return needs.includes('#') ? inBlock : [...inBlock, ...inFlow];
}

describe.each([...lists, ...missing])('`needs: %j`', (needs) => {
  test('comes through a second run and goes back', () => {
    const texts = jobsWith(needs).map((job) => before + job + behind);
    const main = texts.slice(-1);
    expectThereAndBack(
      [
        ...texts,
        ...main.map((text) => text.replaceAll('\n', '\r\n')),
        ...jobsWith(needs).map((job) => before + job.trimEnd()),
      ],
      rules,
      undefined,
    );
  });
});

test.each(['[]', '[ ]', '[\n    ]', 'null'])('%j in JSON comes through a second run and goes back', (needs) => {
  const jobs = { lint: { script: ['make lint'] }, build: { needs: 0, script: ['make'] } };
  const texts = [0, 2].map((space) => JSON.stringify(jobs, null, space).replace(/("needs": ?)0/, `$1${needs}`));
  expectThereAndBack(texts, rules, undefined);
});

describe('a mark', () => {
  const pipeline = (needs: string) => `${before}build:\n  stage: build\n  needs: ${needs}\n  script: [make, exit 0]\n`;

  test('says how an empty list is spelled', () => {
    expect(writtenPipeline(pipeline('[ ]'), rules['before it'])).toContain('# dagweave: "build" waited for [ ]\n');
    expect(writtenPipeline(pipeline('[ # note\n  ]'), rules['before it'])).toContain(
      '# dagweave: "build" waited for an empty list, "[ # note\\n  ]"\n',
    );
  });

  const stripped = (words: string) => {
    const written = writtenPipeline(pipeline('[ ]'), rules['before it']);
    const text = written.replace('waited for [ ]', `waited for ${words}`);
    expect(text).not.toBe(written);
    const input = { ...pipelineInput(text, rules['before it']), workflow: [{ path: '.gitlab-ci.yml', text }] };
    return strip(input).outputs[0]!.text;
  };

  test('of an earlier version says that a list was empty and no more', () => {
    expect(stripped('nothing')).toBe(pipeline('[]'));
  });

  test.each([
    'an empty list, "[lint]"',
    'an empty list, "[',
    'an empty list, 1',
  ])('brings nothing else into a file: %s', (words) => {
    expect(stripped(words)).toBe(pipeline('[]').replace('  needs: []\n', ''));
  });
});
