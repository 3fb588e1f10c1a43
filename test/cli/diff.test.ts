import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PageData } from '../../src/render/html/report-data.js';
import { folderWith, runDagweave } from './run-dagweave.js';

const flow =
  'type: graph\nsteps:\n  - name: build # slow\n    command: make\n  - name: ship\n    command: make ship\n    depends: [build]\n';
const rules =
  'hooks:\n  enabled: true\n  injections:\n    post_task:\n      - {id: scan, tasks: [build], type: shell, command: ./scan.sh}\n';
const config = ['--config', 'hooks.yaml'];

test.each([
  ['as it is', flow],
  ['with Windows line ends', flow.replaceAll('\n', '\r\n')],
  ['without a final line end', flow.trimEnd()],
  ['as a model answers', `Here is your workflow:\n\n\`\`\`yaml\n${flow}\`\`\`\n\nGood luck!\n`],
])('git apply makes of a file %s what apply makes of it', (_, text) => {
  const cwd = folderWith({ 'flow.yaml': text, 'hooks.yaml': rules });
  const applied = runDagweave(['apply', ...config, 'flow.yaml'], { cwd });
  expect(applied.exit, applied.stderr).toBe(0);
  const { stdout, exit } = runDagweave(['diff', ...config, 'flow.yaml'], { cwd });
  expect(exit).toBe(0);
  execFileSync('git', ['apply', '-'], { cwd, input: stdout });
  expect(readFileSync(join(cwd, 'flow.yaml'), 'utf8')).toBe(applied.stdout);
});

test('ends with the plan', () => {
  const cwd = folderWith({ 'flow.yaml': flow, 'hooks.yaml': rules });
  const { stdout } = runDagweave(['diff', ...config, 'flow.yaml'], { cwd });
  expect(stdout).toMatch(
    /\nPlan: 1 step to add in 1 DAG, 1 dependency rewired, 0 changed otherwise; 0 model calls, critical path 1 step longer\n$/,
  );
});

test('the sum counts the calls of models and the steps that hold the run up', () => {
  const review = '{type: llm_eval, prompt: review, runner: claude';
  const asking = `hooks:\n  enabled: true\n  injections:\n    post_task:\n      - ${review}, id: review, tasks: [build]}\n      - ${review}, id: note, tasks: [build], await: false}\n`;
  const cwd = folderWith({ 'flow.yaml': flow, 'hooks.yaml': asking });
  const { stdout } = runDagweave(['diff', ...config, 'flow.yaml'], { cwd });
  expect(stdout).toMatch(/ 0 changed otherwise; 2 model calls, critical path 1 step longer\n$/);
  const { summary } = JSON.parse(runDagweave(['diff', ...config, 'flow.yaml', '--view', 'json'], { cwd }).stdout);
  expect(summary).toEqual({ steps: 2, dags: 1, model_calls: 2, added_critical_path: 1 });
});

test('counts from the workflow without the hooks of an earlier run, and knows when there is nothing to do', () => {
  const cwd = folderWith({ 'flow.yaml': flow, 'hooks.yaml': rules });
  runDagweave(['apply', ...config, 'flow.yaml', '-i'], { cwd });
  const again = runDagweave(['diff', ...config, 'flow.yaml', '--exit-code'], { cwd });
  expect(again).toEqual({ exit: 0, stdout: 'Plan: no changes\n', stderr: '' });
  writeFileSync(join(cwd, 'hooks.yaml'), rules.replace('./scan.sh', './scan-all.sh'));
  const { stdout } = runDagweave(['diff', ...config, 'flow.yaml'], { cwd });
  expect(stdout).toMatch(/\n-.*\.\/scan\.sh\n[\s\S]*\n\+.*\.\/scan-all\.sh\n/);
  expect(stdout).toMatch(
    / critical path 1 step longer \(counted from the workflow without the hooks of an earlier run\)\n$/,
  );
});

test('tells by its exit status, on demand, whether something would change', () => {
  const cwd = folderWith({ 'flow.yaml': flow, 'hooks.yaml': rules });
  const changes = runDagweave(['diff', ...config, 'flow.yaml', '--exit-code'], { cwd });
  expect(changes.exit).toBe(2);
  const none = runDagweave(['diff', 'flow.yaml', '--exit-code'], { cwd });
  expect(none).toMatchObject({ exit: 0, stdout: 'Plan: no changes\n' });
});

test('shows a folder file by file', () => {
  const cwd = folderWith({ 'flows/a.yaml': flow, 'flows/b.yaml': flow, 'hooks.yaml': rules });
  const { stdout } = runDagweave(['diff', ...config, 'flows'], { cwd });
  expect(stdout.match(/^--- .*/gm)).toEqual(['--- a/flows/a.yaml', '--- a/flows/b.yaml']);
});

test('does not let escapes of the workflow reach a terminal', () => {
  const cwd = folderWith({ 'flow.yaml': flow.replace('slow', 'slow \u009b31m'), 'hooks.yaml': rules });
  const { stdout } = runDagweave(['diff', ...config, 'flow.yaml', '--color', 'always'], { cwd });
  expect(stdout).not.toContain('\u009b');
  const forced = runDagweave(['diff', ...config, 'flow.yaml'], { cwd, env: { FORCE_COLOR: '1' } });
  expect(forced.stdout).toBe(stdout);
});

test('writes no result where there is an error', () => {
  const cwd = folderWith({ 'flow.yaml': flow, 'hooks.yaml': rules.replace('build', 'bild') });
  expect(runDagweave(['diff', ...config, 'flow.yaml'], { cwd })).toMatchObject({ exit: 1, stdout: '' });
});

describe('what a rule forbids is in the previews, at its step and with the reason', () => {
  const deny = 'hooks:\n  deny:\n    - {match: {runs: "terraform destroy*"}, message: nothing may be destroyed}\n';
  const bad =
    'type: graph\nsteps:\n  - name: build\n    command: make\n  - name: ship\n    command: terraform destroy\n';
  const cwd = folderWith({ 'flow.yaml': bad, 'hooks.yaml': rules, 'policy.yaml': deny });
  const view = (name: string) =>
    runDagweave(['diff', '--view', name, ...config, '--policy', 'policy.yaml', 'flow.yaml'], { cwd });

  test('text, with the changes', () => {
    const { exit, stdout, stderr } = view('text');
    expect(exit).toBe(1);
    expect(stdout).toContain('+  - name: hook-scan-build\n');
    expect(stdout).toMatch(/; 1 finding of `deny`\n$/);
    expect(stderr).toContain('error DW450: `ship` in `flow`: nothing may be destroyed');
  });

  test('graph', () => {
    const { exit, stdout } = view('graph');
    expect(exit).toBe(1);
    expect(stdout).toContain('\n✗ ship: nothing may be destroyed; it runs `terraform destroy`\n');
  });

  test('markdown', () => {
    const { exit, stdout } = view('markdown');
    expect(exit).toBe(1);
    expect(stdout).toContain(
      '\nForbidden by rules:\n\n| step | in | what | because | rule |\n|---|---|---|---|---|\n' +
        '| `ship` | `flow` | error: `nothing may be destroyed` | `` it runs `terraform destroy` `` | policy, `policy.yaml:3` |\n',
    );
  });

  test('json', () => {
    const { exit, stdout } = view('json');
    expect(exit).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      changes: true,
      denied: [
        {
          dag: 'flow',
          step: 'ship',
          severity: 'error',
          message: 'nothing may be destroyed',
          policy: true,
          reason: 'it runs `terraform destroy`',
          command: 'terraform destroy',
          at: { file: 'flow.yaml', line: 5 },
          written: { file: 'policy.yaml', line: 3 },
        },
      ],
    });
  });

  test('html', () => {
    const { exit, stdout } = view('html');
    expect(exit).toBe(1);
    const data = JSON.parse(/id="data">(.*)<\/script>/.exec(stdout)![1]!) as PageData;
    expect(data.dags[0]!.steps.map(({ name, denied }) => [name, denied])).toEqual([
      ['build', []],
      ['hook-scan-build', []],
      ['ship', ['error: nothing may be destroyed; it runs `terraform destroy` (policy.yaml:3, policy)']],
    ]);
    expect(data.legend).toContainEqual({ look: 'denied', sign: '✗', words: 'forbidden by a rule' });
  });

  test('also where all hooks are there already', () => {
    const augmented = runDagweave(['apply', ...config, 'flow.yaml'], { cwd }).stdout;
    const after = folderWith({ 'flow.yaml': augmented, 'hooks.yaml': rules, 'policy.yaml': deny });
    const ran = (name: string) =>
      runDagweave(['diff', '--view', name, ...config, '--policy', 'policy.yaml', 'flow.yaml'], { cwd: after }).stdout;
    expect(ran('text')).toBe('Plan: no changes; 1 finding of `deny`\n');
    expect(ran('markdown')).toMatch(/^\*\*Plan: no changes; [\s\S]*\| `ship` \| `flow` \|[^|]*\|[^|]*\|[^|]*\|\n$/);
    expect(ran('graph')).toContain('✗ ship: nothing may be destroyed');
  });

  test('but another error keeps them away', () => {
    const broken = folderWith({ 'flow.yaml': bad.replace('make', 'make\n    depends: [none]'), 'policy.yaml': deny });
    const ran = runDagweave(['diff', '--policy', 'policy.yaml', 'flow.yaml'], { cwd: broken });
    expect(ran).toMatchObject({ exit: 1, stdout: '' });
  });
});
