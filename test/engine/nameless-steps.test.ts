import { expect, test } from 'vitest';
import type { OracleConfig } from '../oracle/rules.js';
import { augment, compileFor, probeRules } from './augment.js';
import { type DaguRun, runDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';
import { calls, expectBefore } from './timeline.js';

/** Steps without a name in every way to write them. Each step calls a probe that is named after its place. */
const texts: Readonly<Record<string, string>> = {
  commands: `
steps:
  - probe s1
  - probe s2   # the second
  # about the third
  - |
    probe s3
    probe s3
  - "probe s4"
`,
  'commands without a final line break': 'steps:\n  - probe s1\n  - probe s2',
  'commands over several lines': `
steps:
  - probe s1
    task
  - "probe s2
    task"
  - >-
    probe s3

    probe s3
  - |+
    probe s4
    probe s4

  -
    probe s5
`,
  mappings: `
steps:
  - command: probe s1
    env:
      - A: b

  - script: |
      probe s2

  -   command: probe s3
  - {command: probe s4}
  - call: kid
  - name:
    command: probe s6
---
name: kid
steps:
  - probe s5
`,
  'nested lists': `
steps:
  - probe s1
  -
    - probe s2
    - probe s2b
  - - probe s3
    - |
      probe s3b
      probe s3b
  - [probe s4, probe s4b]
  - probe s5
`,
  'flow style': 'steps: [probe s1, [probe s2, probe s2b], {command: probe s3}, "probe s4", command: probe s5]\n',
  JSON: `{
  "steps": [
    "probe s1",
    ["probe s2", "probe s2b"],
    {"command": "probe s3"},
    {
      "command": "probe s4"
    }
  ]
}
`,
  'JSON on one line': '{"steps":["probe s1",["probe s2","probe s2b"],{"command":"probe s3"}]}',
  'Windows line breaks': 'steps:\r\n  - probe s1\r\n  - |\r\n    probe s2\r\n    probe s2\r\n  - probe s3\r\n',
  'anchors and merge keys': `
steps:
  - &first probe s1
  - &second
    command: probe s2
  - *first
  - *second
  - <<: *second
    env: [A=b]
`,
  'an id between steps without a name': `
steps:
  - probe s1
  - id: own
    command: probe s2
  - probe s3
  - id: own_2
    command: probe s4
    depends: [own]
`,
  'a name that is spoken of': `
type: graph
steps:
  - probe s1
  - command: probe s2
  - command: probe s3
    depends: [cmd_2]
`,
};

const rules: OracleConfig = {
  hooks: {
    ...probeRules({ pre_root: [{ step: 'begin' }], post_task: [{ step: 'gate' }], final: [{ step: 'end' }] }).hooks,
    tasks_are: 'nodes',
  },
};

inEachDagu('steps without a name', { concurrent: true }, (engine) => {
  test.each(Object.entries(texts))('%s', async (_, text) => {
    const before = await runDagu({ 'it.yaml': text }, { engine });
    expect(before.status).toBe('succeeded');
    expectHooks(before, await runDagu(augment({ 'it.yaml': text }, rules, engine), { engine }));
    // Where nobody says which Dagu it is for, what is written holds for both.
    const forBoth = compileFor({ 'it.yaml': text }, rules, undefined).outputs[0]!.text;
    expectHooks(before, await runDagu({ 'it.yaml': forBoth }, { engine }));
  });
});

/** Every step has its gate behind it, the hooks at both ends are there, and all steps run. */
function expectHooks(before: DaguRun, after: DaguRun): void {
  expect(after.status).toBe('succeeded');
  const own = [...after.nodes.keys()].filter((name) => !name.startsWith('hook-'));
  expect(own.length).toBe(before.nodes.size);
  const work = after.trace.filter(({ name }) => /^s\d/.test(name));
  expect(work.map(({ name }) => name).sort()).toEqual(before.trace.map(({ name }) => name).sort());
  expectBefore(calls(after, 'mark-begin'), work);
  expectBefore(work, calls(after, 'mark-end'));
  const gates = after.trace.filter(({ name }) => name === 'mark-gate');
  expect(gates.length).toBe(before.nodes.size);
  for (const [name, { depends }] of after.nodes) {
    if (/^hook-gate/.test(name)) expect(depends.some((need) => own.includes(need))).toBe(true);
  }
}
