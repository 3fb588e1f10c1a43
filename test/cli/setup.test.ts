import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, program, runDagweave } from './run-dagweave.js';

describe('schema', () => {
  const cwd = folderWith({});
  const published = readdirSync('dag-schemas').map((file) => file.replace('.schema.json', ''));

  test('lists what there is, with what it is for', () => {
    const { exit, stdout } = runDagweave(['schema'], { cwd });
    expect(exit).toBe(0);
    const rows = stdout.trim().split('\n');
    expect(rows.map((row) => row.split(' ')[0])).toEqual(published);
    for (const row of rows) expect(row).toMatch(/^\S+ +\S.*\S$/);
  });

  test.each(published)('prints %s as it is published', (name) => {
    const text = readFileSync(`dag-schemas/${name}.schema.json`, 'utf8');
    expect(runDagweave(['schema', name], { cwd })).toEqual({ exit: 0, stdout: text, stderr: '' });
  });

  test('names the nearest without one', () => {
    const { exit, stdout, stderr } = runDagweave(['schema', 'confg'], { cwd });
    expect([exit, stdout]).toEqual([2, '']);
    expect(stderr).toContain('did you mean "config"?');
  });
});

describe('completion', () => {
  const rules = '[{id: coverage, type: shell, command: a}, {id: scan, type: shell, command: b}]';
  const cwd = folderWith({ '.dagweave/config.yaml': `hooks: {enabled: true, injections: {post_task: ${rules}}}\n` });
  const script = (shell: string) => runDagweave(['completion', shell], { cwd }).stdout;

  const bin = folderWith({ dagweave: `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n` });
  chmodSync(join(bin, 'dagweave'), 0o755);
  const path = `${bin}${delimiter}${process.env.PATH}`;

  /** What bash offers for the last of some words. */
  function offered(...words: readonly string[]): readonly string[] {
    const line = words.map((word) => `'${word}'`).join(' ');
    const asked = `${script('bash')}\nCOMP_WORDS=(dagweave ${line}); COMP_CWORD=${words.length}; _dagweave; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', asked], { encoding: 'utf8', cwd, env: { ...process.env, PATH: path } })
      .split('\n')
      .filter((word) => word !== '');
  }

  test('bash completes verbs, their options, values of options, and verbs of verbs', () => {
    expect(offered('app')).toEqual(['apply']);
    expect(offered('')).toEqual(expect.arrayContaining(['apply', 'diff', 'register', 'completion', '--config']));
    expect(offered('apply', '--in')).toEqual(['--in-place']);
    expect(offered('diff', '--view', '')).toEqual(['text', 'graph', 'markdown', 'json', 'html']);
    expect(offered('graph', '--view', 'm')).toEqual(['mermaid']);
    expect(offered('apply', '--color', 'a')).toEqual(['auto', 'always']);
    expect(offered('help', 'app')).toEqual(['apply']);
    expect(offered('hooks', 'l')).toEqual(['list', 'llm-eval']);
    expect(offered('hooks', 'llm-eval', '--o')).toEqual(['--output-format']);
    expect(offered('hooks', 'list', '--js')).toEqual(['--json']);
    expect(offered('completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
    expect(offered('diff', '--strict', 'work.yaml', '--exit')).toEqual(['--exit-code']);
  });

  test('bash completes formats, schemas, events and the rules of the project', () => {
    expect(offered('apply', '--format', 'g')).toEqual(['github-actions', 'gitlab-ci']);
    expect(offered('schema', 'con')).toEqual(['config']);
    expect(offered('dispatch', 'PreT')).toEqual(['PreToolUse']);
    expect(offered('explain', '--rule', '')).toEqual(['coverage', 'scan']);
    expect(offered('explain', '--rule', 'c')).toEqual(['coverage']);
  });

  test('the scripts of all shells know every verb and every option', () => {
    const help = runDagweave(['apply', '--help'], { cwd }).stdout;
    const options = [...help.matchAll(/ (--[a-z-]+)/g)].map(([, option]) => option!);
    expect(options.length).toBeGreaterThan(15);
    const [bash, zsh, fish] = ['bash', 'zsh', 'fish'].map(script);
    for (const option of new Set(options.filter((one) => one !== '--help' && one !== '--version'))) {
      expect(bash).toContain(option);
      expect(zsh).toContain(`${option}:`);
      expect(fish).toContain(`-l ${option.slice(2)} `);
    }
  });

  test('what reads its own options is offered those, and none of the program', () => {
    expect(offered('dispatch', 'PreToolUse', '--fail')).toEqual(['--fail-closed']);
    expect(offered('dispatch', '--')).toEqual([
      ...['--event', '--compat', '--config', '--environment', '--project', '--fail-closed', '--dry-run', '--log'],
      ...['--no-log', '--quiet'],
    ]);
    expect(offered('step', 'quality')).toEqual(['quality_check']);
    expect(offered('step', 'quality_check', '--min')).toEqual(['--min-score']);
    expect(offered('step', 'shell', '--diagnostics')).toEqual([]);
    for (const shell of ['zsh', 'fish']) expect(script(shell)).toContain('fail-closed');
  });

  test('another shell is wrong usage', () => {
    expect(runDagweave(['completion', 'csh'], { cwd }).exit).toBe(2);
    expect(runDagweave(['completion'], { cwd }).exit).toBe(2);
  });
});
