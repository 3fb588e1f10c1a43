import { expect, test } from 'vitest';
import { findStart } from '../../../src/formats/dagu/at-run/run-folders.js';

const log = `time=2026-11-22T01:23:17.392Z level=INFO msg="DAG run started" name=a run-id=1 attempt-id="" dag=a params=[]
time=2026-11-22T01:23:18.395Z level=INFO msg="Step started" name=a run-id=1 dag=a run-id=1 step=plain
time=2026-11-22T01:23:19.395Z level=INFO msg="Step started" name=a run-id=1 dag=a step="two \\"q\\" words"
time=2026-11-22T01:23:20.395Z level=INFO msg="Step started" name=a run-id=1 dag=a step="tab\\t \\\\ \\u202e \\x7f \\U000e0001 \\a"
time=2026-11-22T01:23:21.395Z level=INFO msg="Step started" name=a run-id=1 dag=a step=plain
time=2026-11-22T01:23:22.395Z level=INFO msg="Executing" name=a step=other
`;

test.each([
  ['plain', 18],
  ['two "q" words', 19],
  [`tab\t \\ \u202e \u007f ${String.fromCodePoint(0xe0001)} \u0007`, 20],
  ['other', 17],
  [undefined, 17],
])('the step %j began when the log says so, else with its run', (task, second) => {
  expect(findStart(log, task)).toBe(Date.parse(`2026-11-22T01:23:${second}.39${second === 17 ? 2 : 5}Z`));
});

test('a log that tells nothing gives no time', () => {
  expect(findStart('', 'plain')).toBeUndefined();
  expect(findStart('time=soon level=INFO msg="Step started" name=a step=plain', 'plain')).toBeUndefined();
});
