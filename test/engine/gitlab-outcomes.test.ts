import { describe, expect, test } from 'vitest';
import { gitlabCiLocal } from './engines.js';
import { judgeOutcome, outcomeCases } from './gitlab-outcomes.js';

/** A few of all: `npm run outcomes:gitlab` runs every one. */
const some = [
  'stages, nothing fails',
  'stages, b fails',
  'needs, nothing fails',
  'needs, before fails',
  'failures that are allowed, a fails',
  'jobs for a failure, and for all ends, b fails',
];

describe.skipIf(gitlabCiLocal.missing !== undefined)(`${gitlabCiLocal.title} runs the same jobs with hooks`, () => {
  test.each(some)('%s', (name) => {
    const one = outcomeCases.find((other) => other.name === name)!;
    expect(judgeOutcome(one).problems).toEqual([]);
  });

  test.each([some[1]!, some[3]!, some[5]!])('%s, where three files are the pipeline', (name) => {
    const one = outcomeCases.find((other) => other.name === name)!;
    const judged = judgeOutcome(one, 3);
    expect(judged.problems).toEqual([]);
    expect([...judged.augmented.trace].sort()).toEqual([...judgeOutcome(one).augmented.trace].sort());
  });
});
