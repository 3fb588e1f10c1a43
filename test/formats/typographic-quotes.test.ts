import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { inputOf } from '../compile/one-text.js';

test.each([
  [
    'GitHub Actions',
    'on: push\njobs:\n  a:\n    runs-on: “ubuntu-latest”\n    steps:\n      - run: ‘make’\n      - run: echo “x”\n',
  ],
  ['GitLab CI', 'a:\n  image: “alpine”\n  script:\n    - ‘make’\n    - echo “x”\n    - "“y”"\n'],
])('quotes of running text around a value are letters to %s', (_, text) => {
  const injections = { post_task: [{ id: 'x', type: 'shell', command: './x', match: { runs: 'echo*' } }] };
  const { diagnostics, outputs } = compile(inputOf(text, { enabled: true, injections }));
  const found = diagnostics.filter(({ code }) => code === 'DW239');
  expect(found.map(({ fix }) => fix?.[0]?.text)).toEqual([
    text.includes('alpine') ? '"alpine"' : '"ubuntu-latest"',
    '"make"',
  ]);
  expect(outputs[0]?.text).toContain('./x');
});

test.each(['“a” and “b”', '„a“ und „b“', '‘a’ or ‘b’', '“', '“a” b'])('are not around all of %s', (value) => {
  const text = `a:\n  variables: {x: y}\n  script:\n    - ${value}\n    - “it’s ‘c’”\n`;
  const { diagnostics } = compile(inputOf(text, { enabled: true }));
  expect(diagnostics.flatMap(({ code, fix }) => (code === 'DW239' ? [fix?.[0]?.text] : []))).toEqual(['"it’s ‘c’"']);
});
