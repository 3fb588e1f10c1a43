import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileWithFixes } from '../../src/cli/run-compile.js';
import { compile } from '../../src/compile.js';
import { createCollector } from '../../src/diagnostics/diagnostics.js';
import { inputOf as inputWith } from '../compile/one-text.js';
import { validateDagu } from '../engine/dagu.js';
import { dagus } from '../engine/engines.js';
import { testWith } from '../engine/in-each-dagu.js';

const hooks = {
  enabled: true,
  injections: { final: [{ type: 'shell', command: 'echo tidy', optional: true }] },
};

const inputOf = (text: string, targetVersion?: string) => inputWith(text, hooks, { targetVersion });

const step = '{"name": "a", "command": "true"}';
const nbsp = '\u00a0';

/** What is written, and what --fix makes of it. */
const odd: readonly (readonly [string, string, string, string])[] = [
  ['a comment of a line', 'DW119', `{\n  // x\n  "steps": [${step}]}`, `{\n  # x\n  "steps": [${step}]}`],
  ['one before it all', 'DW119', `// x\n{"steps": [${step}]}`, `# x\n{"steps": [${step}]}`],
  ['one behind a value', 'DW119', `{"steps": [${step}] // it's "x\n}`, `{"steps": [${step}] # it's "x\n}`],
  [
    'one without a blank',
    'DW119',
    `{"steps": [${step},// x\n${step.replace('"a"', '"b"')}]}`,
    `{"steps": [${step}, # x\n${step.replace('"a"', '"b"')}]}`,
  ],
  ['one in the middle of a line', 'DW119', `{/* x */"steps": [${step}]}`, `{"steps": [${step}]}`],
  ['one of several lines', 'DW119', `{"steps": /* x\n y */ [${step}]}`, `{"steps":  [${step}]}`],
  ['one at the end of a line', 'DW119', `{"steps": [ /* x */\n${step}]}`, `{"steps": [ # x \n${step}]}`],
  [
    'a blank behind a key',
    'DW120',
    `steps:\n  - name:${nbsp}a\n    command: "true"\n`,
    'steps:\n  - name: a\n    command: "true"\n',
  ],
  [
    'a blank behind a dash',
    'DW120',
    `steps:\n  -${nbsp}name: a\n    command: "true"\n`,
    'steps:\n  - name: a\n    command: "true"\n',
  ],
  [
    'blanks for indentation',
    'DW120',
    `steps:\n${nbsp}${nbsp}- name: a\n${nbsp} ${nbsp} command: "true"\n`,
    'steps:\n  - name: a\n    command: "true"\n',
  ],
];

describe.each(odd)('%s', (_, code, written, meant) => {
  test('is an error, and the only one', () => {
    const { ok, diagnostics } = compile(inputOf(written));
    expect(ok).toBe(false);
    expect(diagnostics.map((one) => one.code)).toEqual([code]);
    expect(diagnostics[0]!.request).toBeDefined();
  });

  test('is put right by --fix', () => {
    expect(compileWithFixes(inputOf(written), createCollector().report).inputs[0]!.text).toBe(meant);
  });
});

test.each([
  ['an address without quotes', `{steps: [{name: a, command: curl http://x.y/z}]}`],
  ['an address in quotes', `{"steps": [{"name": "a", "command": "curl http://x.y//z /* w */"}]}`],
  ['a script in block style', 'steps:\n  - name: a\n    command: |\n      // x\n      /* y */\n'],
  ['other blanks in a script', `steps:\n  - name: a\n    command: |\n      -${nbsp}x\n      ${nbsp}y\n`],
  ['other blanks in a text', `steps:\n  - name: a\n    command: echo${nbsp}x\n`],
  ['a comment about other steps', 'steps:\n  # the other steps depend on it\n  - {name: a, command: x}\n'],
])('%s is nothing to speak of', (_, text) => {
  expect(compile(inputOf(text)).diagnostics.filter(({ code }) => /DW119|DW120|DW121/.test(code))).toEqual([]);
});

test('a hook closes no comment that the name of a step seems to open', () => {
  const rules = { enabled: true, injections: { final: [{ type: 'shell', command: 'echo */', optional: true }] } };
  const run = (text: string) => compile(inputWith(text, rules, {})).outputs[0]?.text;
  const first = run('{steps: [{name: /*, command: "true"}]}');
  expect(first).toContain('command: "echo *\\/"');
  expect(run(first!)).toBe(first);
});

test.each([
  ['make &amp;&amp; echo &quot;x&quot; &gt; log', 'make && echo "x" > log'],
  ['cat &lt;&lt;EOF 2&gt;&amp;1', 'cat <<EOF 2>&1'],
])('HTML for signs of a shell is a warning, and put right by --fix: %s', (written, meant) => {
  const text = `steps:\n  - name: a\n    command: '${written}'\n`;
  expect(compile(inputOf(text)).diagnostics.map(({ code }) => code)).toEqual(['DW122']);
  const { inputs } = compileWithFixes(inputOf(text), createCollector().report);
  expect(inputs[0]!.text).toBe(text.replace(written, meant));
});

test.each(["sed 's/&/&amp;/'", "sed 's/x/&amp;/'", 'echo "&lt;" > page.html'])('HTML is meant: %s', (command) => {
  const { diagnostics } = compile(inputOf(`steps:\n  - name: a\n    command: |\n      ${command}\n`));
  expect(diagnostics.filter(({ code }) => code === 'DW122')).toEqual([]);
});

test.each([
  '# ... other steps here ...',
  '# … rest of the workflow …',
  '# (remaining steps unchanged)',
  '# other steps omitted for brevity',
  '#...existing steps...',
  '# more steps...',
])('%s says that something was left out', (comment) => {
  const text = `steps:\n  - {name: a, command: x}\n  ${comment}\n`;
  const found = compile(inputOf(text)).diagnostics.filter(({ code }) => code === 'DW121');
  expect(found.map(({ span }) => text.slice(span!.start, span!.end))).toEqual([comment]);
});

for (const engine of dagus) {
  testWith(engine, 'refuses these signs or reads something else, and accepts what --fix makes', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'dagweave-signs-')), 'flow.yaml');
    const validate = (text: string) => {
      writeFileSync(file, text);
      return validateDagu(file, dirname(file), engine);
    };
    for (const [title, , written, meant] of odd) {
      expect(await validate(meant), title).toBe('');
      // With such a blank behind it, the key is a part of a command.
      if (title !== 'a blank behind a key') expect(await validate(written), title).not.toBe('');
    }
  });
}
