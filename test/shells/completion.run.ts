import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, program, runDagweave } from '../cli/run-dagweave.js';

const rules = '[{id: coverage, type: shell, command: a}, {id: scan, type: shell, command: b}]';
const cwd = folderWith({ '.dagweave/config.yaml': `hooks: {enabled: true, injections: {post_task: ${rules}}}\n` });
const bin = folderWith({ dagweave: `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n` });
chmodSync(join(bin, 'dagweave'), 0o755);
const path = `${bin}${delimiter}${process.env.PATH}`;

const missing = (shell: string) => spawnSync(shell, ['--version']).status !== 0;
const linesOf = (text: string) => text.trim().split('\n');

test.skipIf(missing('zsh'))('zsh, asked with Tab in a terminal, offers what its script says (needs zsh)', () => {
  const script = runDagweave(['completion', 'zsh'], { cwd }).stdout;
  const env = { ...process.env, PATH: path, HOME: folderWith({ 'script.zsh': script }) };
  const asked = resolve('test/shells/zsh-offers.zsh');
  const ask = (line: string) =>
    linesOf(execFileSync('zsh', ['-f', asked, join(env.HOME, 'script.zsh'), line], { encoding: 'utf8', cwd, env }));
  expect(ask('dagweave app')).toEqual(['apply']);
  expect(ask('dagweave graph --view ')).toEqual(['ascii', 'mermaid', 'dot', 'svg', 'html']);
  expect(ask('dagweave apply --in')).toEqual(['--in-place']);
  expect(ask('dagweave explain --rule ')).toEqual(['coverage', 'scan']);
  expect(ask('dagweave step quality_check --min')).toEqual(['--min-score']);
});

test.skipIf(missing('fish'))('fish completes with its script (needs fish)', () => {
  const ask = (line: string) => {
    const asked = `dagweave completion fish | source; complete -C '${line}'`;
    const env = { ...process.env, PATH: path, HOME: folderWith({}) };
    const lines = linesOf(execFileSync('fish', ['-c', asked], { encoding: 'utf8', cwd, env }));
    return lines.map((one) => one.split('\t')[0]);
  };
  expect(ask('dagweave app')).toEqual(['apply']);
  expect(ask('dagweave explain --rule ')).toEqual(['coverage', 'scan']);
});
