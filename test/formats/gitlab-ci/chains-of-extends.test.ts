import { expect, test } from 'vitest';
import { writtenPipeline } from './written-pipeline.js';

const gates = { post_task: [{ id: 'gate', type: 'shell', command: './gate' }] };
const always = { ...gates.post_task[0]!, run: 'always', on_failure: 'continue' };

/** The one in the middle has no commands of its own, and lends them all the same. */
const chain = (key: string) => `.base:
  script: [make]
  ${key}: [echo]
unit:
  extends: .base
unit-again:
  extends: unit
  image: other
`;

test('a job that extends a job that extends a hidden one has its commands from that, and its hooks among them', () => {
  const written = writtenPipeline(chain('before_script'), gates);
  expect(written).toContain('!reference [.base, script]');
});

test('and so it is with what they run at their ends', () => {
  expect(writtenPipeline(chain('after_script'), { post_task: [always] })).toContain('gate');
});

test('through five of them', () => {
  const jobs = [1, 2, 3, 4, 5].map((n) => `job-${n}:\n  extends: ${n === 1 ? '.base' : `job-${n - 1}`}\n`);
  writtenPipeline(`.base:\n  script: [make]\n${jobs.join('')}`, {
    ...gates,
    pre_root: [{ ...gates.post_task[0]!, id: 'begin' }],
  });
});
