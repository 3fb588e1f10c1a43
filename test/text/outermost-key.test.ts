import { expect, test } from 'vitest';
import { hasOutermostKey } from '../../src/text/outermost-key.js';

test.each([
  ['a block mapping', 'name: a\nsteps:\n  - b\n'],
  ['a mapping that is indented as a whole', '# Of a model.\n  name: a\n  steps:\n    - b\n'],
  ['Windows line ends and a byte order mark', '\ufeffsteps:\r\n  - b\r\n'],
  ['a second document', 'name: a\n---\n  # One more.\n  steps: []\n'],
  ['braces', '{"name": "a", "steps": []}'],
  ['braces without quotes', '# Of a model.\n{env: {A: "}"}, steps: []}'],
  ['braces with words that hold quotes', "{it's: a, x: don't, steps: [{run: 'say, {it'}]}"],
  ['braces with a word of a colon and a quote', '{:", a, steps: [{"run": "b"}]}'],
  ['a document behind its marker', '--- {"steps": []}\n'],
  ['a key in quotes', '"steps": []\n'],
])('%s has it', (_, text) => {
  expect(hasOutermostKey(text, 'steps')).toBe(true);
});

test.each([
  ['a job', 'on: push\njob:\n  build:\n    steps:\n      - run: make\n'],
  ['an indented job', '  on: push\n  job:\n    steps: []\n'],
  ['inner braces', '{"job": {"steps": []}}'],
  ['a string', '{"job": "steps", "of": "{steps: 1}"}'],
  ['a text in a string', '{"yaml": "steps:\\n  - b\\n"}'],
  ['strings with braces', "{it's: {run: '}, steps: 3'}}"],
  ['a string behind a key in brackets', '{[a]:"b, steps: 1", {c: d}:"steps: 2"}'],
  ['a comment', 'name: a # steps: b\n# steps: c\n'],
  ['a longer word', 'substeps: a\nsteps-of-b: c\n'],
  ['a script', 'run: |\n  steps: 3\n'],
])('%s has not', (_, text) => {
  expect(hasOutermostKey(text, 'steps')).toBe(false);
});
