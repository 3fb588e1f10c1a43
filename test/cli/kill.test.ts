import { expect, test } from 'vitest';
import { endRuns, isWhole, line } from '../kill/kill-runs.js';

/** `npm run kill` does it a hundred times each. */
test.each([
  'SIGKILL',
  'SIGINT',
  'SIGTERM',
] as const)('a run that %s ends while it writes tears no file, and the next one completes the set', async (signal) => {
  const tally = await endRuns(signal, 3);
  expect(isWhole(tally), line(tally)).toBe(true);
  expect(tally.ended, line(tally)).toBe(3);
}, 120_000);
