import { expect, test } from 'vitest';
import { toInputs } from '../../src/pipeline/point-into-inputs.js';

const file = 'a.yaml';
const input = 'needs: [hook]';

test.each([
  { what: 'text that is the same in both', edits: [], span: [0, 5], expected: [0, 5] },
  { what: 'text behind a longer one', edits: [[0, 5, 'depends']], span: [9, 15], expected: [7, 13] },
  { what: 'text that was put in at the end', edits: [[13, 13, ' # x']], span: [14, 17], expected: [13, 13] },
  {
    what: 'the last word of what took the place of another',
    edits: [[8, 12, 'one, two']],
    span: [13, 16],
    expected: [8, 9],
  },
  { what: 'the first word of it', edits: [[8, 12, 'one, two']], span: [8, 11], expected: [8, 8] },
])('a span of $what is within the input', ({ edits, span, expected }) => {
  const move = toInputs(edits.map(([start, end, text]) => ({ file, start, end, text }) as never));
  const { start, end } = move({ file, start: span[0]!, end: span[1]! });
  expect([start, end]).toEqual(expected);
  expect(end).toBeLessThanOrEqual(input.length);
});
