import { describe, expect, test } from 'vitest';
import { folderWith, runDagweave } from './run-dagweave.js';

const workflow = 'type: graph\nsteps:\n  - name: build\n    command: make\n';
const child = 'type: graph\nsteps:\n  - name: review\n    command: ./review.sh\n';
const hooks = (pipeline: string, more = '') =>
  `hooks:\n  enabled: true\n  target_version: "1.30"\n  injections:\n    post_task:\n      - {type: spawn, pipeline: ${pipeline}${more}}\n`;

const files = { 'flows/release.yaml': workflow, 'flows/code-review.yaml': child };

describe('a child workflow in a file of its own', () => {
  test('is found beside the file that is read, though it is not read itself', () => {
    const cwd = folderWith({ ...files, 'hooks.yaml': hooks('code-review') });
    const { exit, stdout } = runDagweave(['apply', 'flows/release.yaml', '--config', 'hooks.yaml'], { cwd });
    expect([exit, stdout]).toEqual([0, expect.stringContaining('call: code-review')]);
  });

  test('is found in the current folder for what comes from standard input', () => {
    const cwd = folderWith({ 'code-review.yml': child, 'hooks.yaml': hooks('code-review') });
    const { exit, stdout } = runDagweave(['apply', '-', '--config', 'hooks.yaml'], { cwd, input: workflow });
    expect([exit, stdout]).toEqual([0, expect.stringContaining('call: code-review')]);
  });

  test('that is not there is an error with the nearest name, and nothing is written', () => {
    const cwd = folderWith({ ...files, 'hooks.yaml': hooks('code-reviw') });
    const { exit, stdout, stderr } = runDagweave(['apply', 'flows/release.yaml', '--config', 'hooks.yaml'], { cwd });
    expect([exit, stdout]).toEqual([4, '']);
    expect(stderr).toContain('DW430');
    expect(stderr).toContain('did you mean `code-review`?');
  });

  test('may be one that only the engine knows', () => {
    const cwd = folderWith({ ...files, 'hooks.yaml': hooks('nightly-audit', ', external: true') });
    const { exit, stdout } = runDagweave(['apply', 'flows/release.yaml', '--config', 'hooks.yaml'], { cwd });
    expect([exit, stdout]).toEqual([0, expect.stringContaining('call: nightly-audit')]);
  });

  test('gets no hooks where the whole folder is read, and a second run changes nothing', () => {
    const cwd = folderWith({ ...files, 'hooks.yaml': hooks('code-review') });
    const apply = ['apply', 'flows', '--config', 'hooks.yaml', '--in-place'];
    expect(runDagweave(apply, { cwd }).exit).toBe(0);
    const check = runDagweave(['apply', 'flows', '--config', 'hooks.yaml', '--check'], { cwd });
    expect([check.exit, check.stdout]).toEqual([0, '']);
    const alone = runDagweave(['apply', 'flows/code-review.yaml', '--config', 'hooks.yaml', '--verbose'], { cwd });
    expect([alone.exit, alone.stdout]).toEqual([0, child]);
    expect(alone.stderr).toContain('DW431');
    const stripped = runDagweave(['strip', 'flows/release.yaml', '--config', 'hooks.yaml'], { cwd });
    expect([stripped.exit, stripped.stdout]).toEqual([0, workflow]);
  });

  test('is found by a test of rules as well', () => {
    const cases = `cases:
  - name: each step is reviewed
    workflow: release.yaml
    rules: ../hooks.yaml
    expect:
      graph:
        release: {build: [], hook-spawn-build: [build]}
`;
    const cwd = folderWith({ ...files, 'hooks.yaml': hooks('code-review'), 'flows/cases.yaml': cases });
    const { exit, stderr, stdout } = runDagweave(['test', 'flows/cases.yaml'], { cwd });
    expect([exit, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('1 passed')]);
  });
});
