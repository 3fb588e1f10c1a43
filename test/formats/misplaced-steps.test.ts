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

function codesIn(text: string): readonly string[] {
  return compile(inputOf(text)).diagnostics.map(({ code }) => code);
}

function fixed(text: string, targetVersion?: string) {
  return compileWithFixes(inputOf(text, targetVersion), createCollector().report);
}

const build = '{name: build, command: make}';
const list = 'name: build\n    command: make\n  - name: lint\n    command: make lint\n    depends: [build]\n';

/** What a model writes, and what it is once the steps are where they belong. */
const misplaced: readonly (readonly [string, string, string, string])[] = [
  ['a list under another key', 'DW229', `type: graph\njobs:\n  - ${list}`, `type: graph\nsteps:\n  - ${list}`],
  ['a list under a key in capitals', 'DW229', `type: graph\nStages:\n  - ${list}`, `type: graph\nsteps:\n  - ${list}`],
  [
    'a mapping of names',
    'DW229',
    `tasks:\n  build:\n    command: make\n`,
    'steps:\n  - name: build\n    command: make\n',
  ],
  [
    'a mapping of names, indented deeper',
    'DW229',
    'type: graph\ntasks:\n    build:  # x\n        command: make\n    lint: {command: x, depends: build}\n',
    'type: graph\nsteps:\n    -   name: build  # x\n        command: make\n    - {name: lint, command: x, depends: build}\n',
  ],
  [
    'a mapping of names in JSON',
    'DW229',
    '{"type": "graph", "jobs": {"build": {"command": "make"}, "lint": {"command": "x", "depends": "build"}}}',
    '{"type": "graph", "steps": [{"name": "build", "command": "make"}, {"name": "lint", "command": "x", "depends": "build"}]}',
  ],
  [
    'a list in JSON',
    'DW229',
    '{"tasks": [{"name": "build", "command": "make"}]}',
    '{"steps": [{"name": "build", "command": "make"}]}',
  ],
  [
    'a mapping around everything',
    'DW229',
    'workflow: # all\n  # the type\n  type: graph\n  steps:\n    - name: build\n      command: |\n        make\n\n         deep\n',
    '# the type\ntype: graph\nsteps:\n  - name: build\n    command: |\n      make\n\n       deep\n',
  ],
  [
    'one beside other keys',
    'DW229',
    `description: x\npipeline:\n    steps:\n    - ${build}\nenv: [A=b]\n`,
    `description: x\nsteps:\n- ${build}\nenv: [A=b]\n`,
  ],
  ['one with a list under another key', 'DW229', `dag:\n  tasks:\n    - ${build}\n`, `steps:\n  - ${build}\n`],
  [
    'one in JSON',
    'DW229',
    `{"workflow": {"type": "graph",\n "steps": [${build}]}}`,
    `{"type": "graph",\n "steps": [${build}]}`,
  ],
  ['one with Windows line ends', 'DW229', `spec:\r\n  steps:\r\n    - ${build}\r\n`, `steps:\r\n  - ${build}\r\n`],
  [
    'a list alone',
    'DW201',
    `- ${build}\n- {name: lint, command: x}\n`,
    `steps:\n- ${build}\n- {name: lint, command: x}\n`,
  ],
  [
    'a list alone in JSON',
    'DW201',
    '[{"name": "build", "command": "make"}]',
    '{"steps": [{"name": "build", "command": "make"}]}',
  ],
  [
    'a step under its name',
    'DW240',
    'steps:\n  - build:\n      command: make\n      depends: []\n',
    'steps:\n  - name: build\n    command: make\n    depends: []\n',
  ],
  ['one in braces', 'DW240', 'steps:\n  - build: {command: make}\n', 'steps:\n  - {name: build, command: make}\n'],
  [
    'one in JSON',
    'DW240',
    '{"steps": [{"build": {"command": "make"}}]}',
    '{"steps": [{"name": "build", "command": "make"}]}',
  ],
  [
    'one with its fields beside its name',
    'DW240',
    'steps:\n  - build:\n    command: make\n',
    'steps:\n  - name: build\n    command: make\n',
  ],
  [
    'one with null in JSON',
    'DW240',
    '{"steps": [{"build": null, "command": "make"}]}',
    '{"steps": [{"name": "build", "command": "make"}]}',
  ],
  [
    'a step below a key that is no name',
    'DW240',
    'steps:\n  - step:\n      name: build # x\n      command: make\n',
    'steps:\n  - name: build # x\n    command: make\n',
  ],
];

describe.each(misplaced)('%s is %s', (_, code, written, meant) => {
  test('and is an error', () => {
    const { ok, diagnostics } = compile(inputOf(written));
    expect(ok).toBe(false);
    expect(diagnostics.filter((one) => one.severity === 'error').map((one) => one.code)).toEqual([code]);
    expect(diagnostics[0]!.request).toBeDefined();
  });

  test('and is put right by --fix', () => expect(fixed(written).inputs[0]!.text).toBe(meant));
});

test('a mapping of names keeps its shape where a step has another name inside', () => {
  const text = 'tasks:\n  build: {command: make, name: x}\n';
  expect(fixed(text).inputs[0]!.text).toBe(text.replace('tasks', 'steps'));
});

test.each([
  ['keys that both have', 'description: a\nworkflow:\n  description: b\n  steps:\n    - x\n'],
  ['an anchor', 'workflow: &all\n  steps:\n    - {name: a, command: x}\n'],
  ['a step with a name of its own beside its key', 'steps:\n  - build: {command: make, name: &a x}\n    depends: []\n'],
  ['only one unknown key', 'steps:\n  - uses: actions/checkout@v4\n'],
  ['only one unknown key beside needs', 'type: graph\nsteps:\n  - uses: actions/checkout@v4\n    depends: []\n'],
  ['a number for a name', 'steps:\n  - 1: {command: make}\n'],
  ['a key and nothing else', 'steps:\n  - build:\n'],
  ['an empty key and nothing else', '{steps: [[{""}]]}'],
])('nothing is changed where there is %s', (_, text) => {
  const { ok, inputs } = fixed(text);
  expect(ok).toBe(false);
  expect(inputs[0]!.text).toBe(text);
});

test.each([
  ['goals of an agent', 'type: agent\ntasks: [find the bug]\nsteps:\n  - {name: a, run: x}\n'],
  ['a step with an id and unknown keys', 'type: graph\nsteps:\n  - {id: a, queue: slow, command: x}\n'],
  ['a step that is a mapping of a known key', 'type: graph\nsteps:\n  - container: {image: x}\n'],
  ['a key near to a known one', 'type: graph\nsteps:\n  - comand: x\n'],
])('%s are none of these', (_, text) => {
  expect(codesIn(text).filter((code) => /DW229|DW240|DW201/.test(code))).toEqual([]);
});

test('a key and nothing else is no name to write, which would be no step either', () => {
  const [found] = compile(inputOf('steps:\n  - build:\n')).diagnostics;
  expect(found).toMatchObject({ code: 'DW240', help: 'Write the step with a `name` and a `command`.' });
});

test('the text of another tool is called by its name', () => {
  expect(codesIn('version: 2.1\njobs:\n  build:\n    docker: [{image: x}]\n    steps:\n      - run: make\n')).toContain(
    'DW114',
  );
  expect(codesIn('name: x\nruns:\n  using: composite\n  steps:\n    - run: make\n')).not.toContain('DW229');
});

test('many steps under their names take linear time', () => {
  const text = `steps:\n${Array.from({ length: 2_000 }, (_, index) => `  - s${index}:\n      command: make\n`).join('')}`;
  const started = process.cpuUsage();
  expect(fixed(text).ok).toBe(true);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(10_000);
});

for (const engine of dagus) {
  testWith(engine, 'accepts what --fix makes, and refuses what it was', async () => {
    for (const [, , written] of misplaced) {
      const { outputs, diagnostics } = fixed(written, engine.version);
      expect(diagnostics.filter((one) => one.severity === 'error')).toEqual([]);
      const file = join(mkdtempSync(join(tmpdir(), 'dagweave-steps-')), 'flow.yaml');
      writeFileSync(file, outputs[0]!.text);
      expect(await validateDagu(file, dirname(file), engine), written).toBe('');
      writeFileSync(file, written);
      expect(await validateDagu(file, dirname(file), engine), written).not.toBe('');
    }
  });
}
