import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, runDagweave } from './run-dagweave.js';

const nameless = `type: graph
steps:
  - name: build
    command: make
  - name: ship
    command: ./ship.sh
    depends: [build]
`;
const rules = `hooks:
  enabled: true
  injections:
    post_task:
      - {type: quality_check, command: "./score.sh {{spec_id}} {{dag.name}}", tasks: [build]}
`;
const lifecycle = `hooks:
  on_stage_complete:
    - {type: shell, command: 'echo "$SESSION"', when: "\${SESSION} != 'other'"}
  on_session_complete:
    - {type: webhook, url: "\${SLACK_WEBHOOK}", body: {text: "Pipeline \${SESSION} completed"}}
`;
const config = ['--config', 'hooks.yaml'];

/** A DAG without a `name` is called like the file that it is run from, which is not yet known when it is augmented. */
describe.each([
  ['rules', rules],
  ['lifecycle hooks', lifecycle],
])('a DAG without a name and %s', (_, hooks) => {
  test('from standard input holds in whatever file it is put', () => {
    const cwd = folderWith({ 'hooks.yaml': hooks });
    const { exit, stdout, stderr } = runDagweave(['apply', '-q', ...config, '-'], { cwd, input: nameless });
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).not.toContain('stdin');
    writeFileSync(join(cwd, 'piped.yaml'), stdout);
    for (const file of ['piped.yaml', 'renamed.yaml']) {
      if (file !== 'piped.yaml') renameSync(join(cwd, 'piped.yaml'), join(cwd, file));
      expect(runDagweave(['verify', ...config, file], { cwd }), file).toMatchObject({ exit: 0 });
      expect(runDagweave(['apply', '--check', ...config, file], { cwd }), file).toMatchObject({ exit: 0 });
    }
    const again = runDagweave(['apply', '-q', ...config, '-'], { cwd, input: stdout });
    expect(again.stdout).toBe(stdout);
  });

  test('written to another file holds there', () => {
    const cwd = folderWith({ 'hooks.yaml': hooks, 'draft.yaml': nameless });
    expect(runDagweave(['apply', '-q', ...config, 'draft.yaml', '-o', 'final.yaml'], { cwd })).toMatchObject({
      exit: 0,
    });
    expect(runDagweave(['verify', ...config, 'final.yaml'], { cwd })).toMatchObject({ exit: 0 });
    const check = ['apply', '--check', ...config, 'draft.yaml', '-o', 'final.yaml'];
    expect(runDagweave(check, { cwd })).toMatchObject({ exit: 0 });
  });
});

const withBody = `type: graph
steps:
  - {name: c-build, call: build}
---
name: build
steps:
  - {name: make, command: make}
`;

describe('a DAG that one without a name calls', () => {
  const hooks = (command: string) =>
    `hooks: {enabled: true, injections: {post_task: [{type: quality_check, command: "${command}"}]}}`;

  test('does without the name where nobody asks for it', () => {
    const cwd = folderWith({ 'hooks.yaml': hooks('./score.sh {{dag.name}}') });
    const { exit, stdout } = runDagweave(['apply', '-q', ...config, '-'], { cwd, input: withBody });
    expect(exit).toBe(0);
    expect(stdout).not.toMatch(/stdin|--spec/);
    expect(stdout).toContain('./score.sh build');
  });

  test('asks for it in vain, and is given the ways out', () => {
    const cwd = folderWith({ 'hooks.yaml': hooks('./score.sh {{spec_id}}') });
    const asked = runDagweave(['apply', '-q', ...config, '-'], { cwd, input: withBody });
    expect(asked.exit).toBe(4);
    expect(asked.stderr).toMatch(/DW501.*Pass `--var spec_id=…`.*The DAG that the run starts with has no `name`/s);
    const named = runDagweave(['apply', '-q', ...config, '-'], { cwd, input: `name: nightly\n${withBody}` });
    expect(named.exit).toBe(0);
    expect(named.stdout).toContain('./score.sh nightly');
  });
});

test('a DAG from standard input has no file', () => {
  const hooks = 'hooks: {enabled: true, injections: {pre_root: [{type: shell, command: "echo {{dag.file}}"}]}}';
  const cwd = folderWith({ 'hooks.yaml': hooks });
  const { exit, stderr } = runDagweave(['apply', '-q', ...config, '-'], { cwd, input: nameless });
  expect(exit).toBe(4);
  expect(stderr).toMatch(/DW501.*pass the file/s);
});
