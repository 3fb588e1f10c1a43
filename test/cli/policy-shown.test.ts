import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Manifest } from '../../src/model/manifest.js';
import type { PageData } from '../../src/render/html/report-data.js';
import { folderWith, runDagweave } from './run-dagweave.js';

const policy = `hooks:
  injections:
    pre_task:
      - {id: scan, type: shell, command: ./scan.sh}
  deny:
    - {match: {runs: "terraform destroy*"}, message: nothing may be destroyed, severity: warning}
`;
const project = `hooks:
  enabled: true
  injections:
    post_task:
      - {id: review, type: llm_eval, prompt: Is it good?}
      - {id: lint, type: shell, command: ./lint.sh}
  deny:
    - {match: {runs: "curl*"}, message: no downloads, severity: warning}
`;
const flow = 'type: graph\nsteps:\n  - {name: build, command: "curl x; terraform destroy"}\n';
const cwd = folderWith({ 'policy.yaml': policy, 'hooks.yaml': project, 'flow.yaml': flow });
const run = (...args: string[]) =>
  runDagweave([...args, '--policy', 'policy.yaml', '--config', 'hooks.yaml', '--quiet'], { cwd });

/** Which of the rules are policy; the first two are rules, the others what is denied. */
const isPolicy = [
  ['scan', true],
  ['lint', false],
  ['nothing may be destroyed', true],
  ['no downloads', false],
] as const;

describe('what is policy is shown as that', () => {
  test('by list', () => {
    const lines = run('list').stdout.split('\n');
    for (const [name, expected] of isPolicy) {
      const line = lines.find((one) => one.includes(` ${name} `));
      expect([name, / policy /.test(line!)]).toEqual([name, expected]);
    }
    const listed = JSON.parse(run('list', '--json').stdout) as Listed;
    const found = [...listed.rules, ...listed.deny].map((one) => [one.id ?? one.message, one.policy]);
    expect(new Map(found as [string, boolean][])).toEqual(new Map([...isPolicy, ['review', false]]));
  });

  test('by explain', () => {
    const { stdout } = run('explain', '--step', 'build', 'flow.yaml');
    expect(stdout).toContain('; rule scan (policy) (policy.yaml:4:9)\n');
    expect(stdout).toContain('; rule lint (hooks.yaml:6:9)\n');
    expect(stdout).toMatch(/nothing may be destroyed; .* \(policy, policy\.yaml:6:7\)\n/);
    expect(stdout).toMatch(/no downloads; .* \(hooks\.yaml:8:7\)\n/);
    expect(run('explain', 'hook-scan-build', 'flow.yaml').stdout).toMatch(/\n {2}layer +policy\n/);
  });

  test('by the manifest', () => {
    run('apply', '--manifest', 'manifest.json', '-o', 'out.yaml', 'flow.yaml');
    const { injections } = JSON.parse(readFileSync(join(cwd, 'manifest.json'), 'utf8')) as Manifest;
    expect(injections.map(({ rule, policy: own }) => [rule, own])).toEqual([
      ['scan', true],
      ['review', undefined],
      ['lint', undefined],
    ]);
  });

  test('by the Markdown preview', () => {
    const { stdout } = run('diff', '--view', 'markdown', 'flow.yaml');
    expect(stdout).toContain('| `scan`, policy (`policy.yaml:4`) |');
    expect(stdout).toContain('| `lint` (`hooks.yaml:6`) |');
    expect(stdout).toContain('| policy, `policy.yaml:6` |');
    expect(stdout).toContain('| `hooks.yaml:8` |');
  });

  test('by the JSON preview', () => {
    const plan = JSON.parse(run('diff', '--view', 'json', 'flow.yaml').stdout) as Planned;
    expect(plan.dags[0]!.steps.map(({ rule, policy: own }) => [rule, own])).toEqual([
      ['scan', true],
      ['review', undefined],
      ['lint', undefined],
    ]);
    expect(plan.denied.map(({ message, policy: own }) => [message, own])).toEqual([
      ['no downloads', undefined],
      ['nothing may be destroyed', true],
    ]);
  });

  test('by the HTML preview', () => {
    const { stdout } = run('diff', '--view', 'html', 'flow.yaml');
    const data = JSON.parse(/id="data">(.*)<\/script>/.exec(stdout)![1]!) as PageData;
    const { steps } = data.dags[0]!;
    expect(steps.map(({ name, hook }) => [name, hook?.written])).toEqual([
      ['hook-scan-build', 'policy.yaml:4, policy'],
      ['build', undefined],
      ['hook-review-build', 'hooks.yaml:5'],
      ['hook-lint-build', 'hooks.yaml:6'],
    ]);
    expect(steps[1]!.denied).toEqual([
      expect.stringMatching(/^warning: no downloads; .* \(hooks\.yaml:8\)$/),
      expect.stringMatching(/^warning: nothing may be destroyed; .* \(policy\.yaml:6, policy\)$/),
    ]);
  });
});

describe('a model step without a score to reach is called an observation', () => {
  test('by list', () => {
    expect(run('list').stdout).toContain('\n  review  llm_eval (inline, observation)  ');
    const { rules } = JSON.parse(run('list', '--json').stdout) as Listed;
    expect(new Map(rules.map(({ id, gate }) => [id, gate]))).toEqual(
      new Map([
        ['scan', 'gate'],
        ['review', 'observation'],
        ['lint', 'gate'],
      ]),
    );
  });

  test('by verify', () => {
    const verified = (rules: string) => {
      const folder = folderWith({ 'hooks.yaml': rules, 'flow.yaml': flow });
      const args = ['--config', 'hooks.yaml', '-q', 'flow.yaml'];
      expect(runDagweave(['apply', '-i', ...args], { cwd: folder }).exit).toBe(0);
      return runDagweave(['verify', ...args], { cwd: folder }).stdout;
    };
    expect(verified(project)).toBe('Verified: 2 hooks in 1 workflow file; an observation, not a gate: review\n');
    expect(verified(project.replace('good?', 'good?, min_score: 5'))).toBe('Verified: 2 hooks in 1 workflow file\n');
    const twice = project.replace(
      '{id: lint, type: shell, command: ./lint.sh}',
      '{id: more, type: llm_eval, prompt: And?}',
    );
    expect(verified(twice)).toBe('Verified: 2 hooks in 1 workflow file; observations, not gates: review, more\n');
  });
});

interface Listed {
  readonly rules: readonly Shown[];
  readonly deny: readonly Shown[];
}

interface Planned {
  readonly dags: readonly { readonly steps: readonly Shown[] }[];
  readonly denied: readonly Shown[];
}

interface Shown {
  readonly id?: string;
  readonly rule?: string;
  readonly message?: string;
  readonly gate?: string;
  readonly policy?: boolean;
}
