import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, runDagweave } from './run-dagweave.js';

describe('init', () => {
  test('writes a configuration that is valid and does something', () => {
    const cwd = folderWith({ 'work.yaml': 'type: graph\nsteps:\n  - name: build\n    command: make\n' });
    const { exit, stdout } = runDagweave(['init'], { cwd });
    expect(exit).toBe(0);
    for (const path of stdout.trim().split('\n')) expect(existsSync(join(cwd, path)), path).toBe(true);
    expect(runDagweave(['validate', '--strict'], { cwd }).exit).toBe(0);
    const applied = runDagweave(['apply', 'work.yaml'], { cwd });
    expect(applied.stdout).toContain('hook-announce');
    expect(applied.exit).toBe(0);
  });

  test('what it leaves to pick from is valid, too', () => {
    const cwd = folderWith({});
    runDagweave(['init'], { cwd });
    const path = join(cwd, '.dagweave/config.yaml');
    const text = readFileSync(path, 'utf8');
    // Sentences end with a full stop; every other comment is a line to pick.
    writeFileSync(path, text.replace(/^( +)# (.*[^.])$/gm, '$1$2'));
    const { exit, stderr } = runDagweave(['validate'], { cwd });
    expect([exit, stderr]).toEqual([0, '']);
  });

  test('touches nothing that is there', () => {
    const cwd = folderWith({ 'p/.dagweave/config.yaml': 'mine\n' });
    const { exit, stdout, stderr } = runDagweave(['init', 'p'], { cwd });
    expect([exit, stdout]).toEqual([4, '']);
    expect(stderr).toContain('DW833');
    expect(readdirSync(join(cwd, 'p/.dagweave'))).toEqual(['config.yaml']);
    expect(readFileSync(join(cwd, 'p/.dagweave/config.yaml'), 'utf8')).toBe('mine\n');
    mkdirSync(join(cwd, 'q/.dagweave'), { recursive: true });
    writeFileSync(join(cwd, 'q/.dagweave/config.json'), '{}');
    expect(runDagweave(['init', 'q'], { cwd }).exit).toBe(4);
  });
});

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
  const cwd = folderWith({});
  const script = (shell: string) => runDagweave(['completion', shell], { cwd }).stdout;

  /** What bash offers for the last of some words. */
  function offered(...words: readonly string[]): readonly string[] {
    const line = words.map((word) => `'${word}'`).join(' ');
    const asked = `${script('bash')}\nCOMP_WORDS=(dagweave ${line}); COMP_CWORD=${words.length}; _dagweave; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', asked], { encoding: 'utf8' })
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
    expect(offered('hooks', 'l')).toEqual(['list']);
    expect(offered('hooks', 'list', '--js')).toEqual(['--json']);
    expect(offered('completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
    expect(offered('diff', '--strict', 'work.yaml', '--exit')).toEqual(['--exit-code']);
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
