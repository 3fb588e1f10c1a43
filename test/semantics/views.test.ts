import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../cli/run-dagweave.js';
import { runWarm } from '../cli/warm-dagweave.js';
import { languages } from './languages.js';
import { engineNames } from './rows.js';

const rules = `hooks:
  enabled: true
  injections:
    pre_task: [{id: scan, type: shell, command: ./scan, match: {runs: ./deploy*}}]
    final: [{id: tidy, type: shell, command: ./tidy, run: always, on_failure: continue}]
`;
const policy = 'hooks: {injections: {pre_root: [{id: begin, type: shell, command: ./begin}]}}\n';

describe.each(engineNames)('a workflow for %s', (engine) => {
  const input = languages[engine]((name) => `./${name}`);
  const folder = folderWith({ 'workflow.yaml': input, 'hooks.yaml': rules, 'policy.yaml': policy });
  const version = /^Dagu (\S+)$/.exec(engine)?.[1];
  const given = ['--config', 'hooks.yaml', '--policy', 'policy.yaml'];
  const run = (verb: string, ...args: readonly string[]) =>
    runWarm([verb, ...given, ...(version ? ['--target-version', version] : []), ...args], { cwd: folder });

  test.each(['text', 'graph', 'markdown', 'json', 'html'])('is previewed as %s with each hook', (view) => {
    const { exit, stdout, stderr } = run('diff', '--view', view, 'workflow.yaml');
    expect(exit, stderr).toBe(0);
    for (const name of ['begin', 'scan', 'tidy']) expect(stdout).toMatch(new RegExp(`hook-${name}|\\b${name}\\b`));
  });

  test.each(['ascii', 'mermaid', 'dot', 'svg', 'html'])('is drawn as %s with each hook', (view) => {
    const applied = run('apply', '-o', 'drawn.yaml', 'workflow.yaml');
    expect(applied.exit, applied.stderr).toBe(0);
    const { exit, stdout, stderr } = run('graph', '--view', view, 'drawn.yaml');
    expect(exit, stderr).toBe(0);
    for (const name of ['begin', 'scan']) expect(stdout).toContain(`hook-${name}`);
  });

  test('is explained: why a step is there, and what each rule does to a task', () => {
    const step = run('explain', '--task', 'deploy', 'workflow.yaml');
    expect(step.exit, step.stderr).toBe(0);
    expect(step.stdout).toContain('scan');
    const rule = run('explain', '--rule', 'scan', 'workflow.yaml');
    expect(rule.stdout, rule.stderr).toMatch(/deploy/);
    expect(run('list').stdout).toMatch(/begin[\s\S]*policy|policy[\s\S]*begin/);
  });

  test('goes there and back with a manifest, holds, and a gate taken out is found', () => {
    const applied = run('apply', '--manifest', 'manifest.json', '-o', 'out.yaml', 'workflow.yaml');
    expect(applied.exit, applied.stderr).toBe(0);
    const verified = run('verify', '--manifest', 'manifest.json', 'out.yaml');
    expect(verified.exit, verified.stderr).toBe(0);
    expect(run('apply', '--check', 'out.yaml').exit).toBe(0);
    const manifest = readFileSync(join(folder, 'manifest.json'), 'utf8');
    const back = runWarm(['strip', '--manifest', 'manifest.json', 'out.yaml'], { cwd: folder });
    expect(back.stdout, back.stderr).toBe(input);
    const without = run('verify', '--manifest', 'manifest.json', 'workflow.yaml');
    expect(without.exit, without.stderr).toBe(1);
    expect(manifest).toContain('"scan"');
  });

  test('cannot weaken the policy', () => {
    const weaker = folderWith({
      'workflow.yaml': input,
      'hooks.yaml': rules.replace('id: tidy', 'id: begin'),
      'policy.yaml': policy,
    });
    const ran = runWarm(['apply', ...given, 'workflow.yaml'], { cwd: weaker });
    expect([ran.exit, ran.stdout]).toEqual([4, '']);
    expect(ran.stderr).toContain('policy.yaml');
  });
});
