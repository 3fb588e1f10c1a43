import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { meetsPermissionRule } from '../../src/settings/permission-rule.js';
import { shells } from '../lang/shells.js';
import { standIns } from './stand-ins.js';

/** One a line, `⏎` is a line break. With `sh:` before it, it is for a shell that knows what POSIX has; the others are for bash. */
const linesOf = (name: string) =>
  readFileSync(new URL(`../fixtures/shell/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replaceAll('⏎', '\n'));

/** Each of them runs `zap`. */
const runningLines = linesOf('running');
/** They hold the word, and run something else if anything. */
const harmlessLines = linesOf('harmless');

/** They run `zap` by the manuals of programs that few machines have. */
const linesByManual = linesOf('by-manual');

const meets = (line: string) => meetsPermissionRule('Bash(zap *)', 'Bash', { command: textOf(line) });
const textOf = (line: string) => line.replace(/^sh:/, '');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shell-judge-'));
  mkdirSync(join(folder, 'bin'));
  for (const [name, script] of Object.entries({ ...standIns, zap: '#!/bin/sh\n: > "$OUT"\n' })) {
    writeFileSync(join(folder, 'bin', name), script);
    chmodSync(join(folder, 'bin', name), 0o755);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs each line in a real shell, and says which of them ran `zap`. */
function judge(lines: readonly string[]): readonly boolean[] {
  const out = mkdtempSync(join(folder, 'out-'));
  lines.forEach((line, index) => {
    writeFileSync(join(out, `${index}.text`), `${textOf(line)}\n`);
  });
  const runs = lines.map((line, index) => {
    const shell = line.startsWith('sh:') ? 'dash' : 'bash';
    return `mkdir ${index}.work ${index}.work/work; cd ${index}.work/work; cp ../../../bin/zap .; echo a > f; OUT=${out}/${index}.ran SHELL=/bin/bash timeout 10 ${shell} ../../${index}.text < /dev/null > ../../log 2>&1; cd ../..\n`;
  });
  const { error } = spawnSync('bash', {
    input: runs.join(''),
    cwd: out,
    env: { PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter), HOME: out, GIT_CONFIG_NOSYSTEM: '1' },
    timeout: 240_000,
  });
  if (error) throw error;
  return lines.map((_, index) => existsSync(join(out, `${index}.ran`)));
}

test('no line that runs a command by the manual of a program is passed by', () => {
  expect(linesByManual.length).toBeGreaterThanOrEqual(150);
  expect(linesByManual.filter((line) => !meets(line))).toEqual([]);
});

const missing = shells.some((shell) => shell.missing);

describe.skipIf(missing)('as real shells judge it', () => {
  test('there are enough lines of both kinds', () => {
    expect(new Set(runningLines).size).toBeGreaterThanOrEqual(150);
    expect(new Set(harmlessLines).size).toBeGreaterThanOrEqual(150);
  });

  test('no line that runs a command is passed by, however it is spelled', { timeout: 300_000 }, () => {
    const ran = judge(runningLines);
    expect(runningLines.filter((_, index) => !ran[index])).toEqual([]);
    expect(runningLines.filter((line) => !meets(line))).toEqual([]);
  });

  test('at most one in twenty of the lines that only mention it is met', { timeout: 300_000 }, () => {
    const ran = judge(harmlessLines);
    expect(harmlessLines.filter((_, index) => ran[index])).toEqual([]);
    expect(harmlessLines.filter(meets).length / harmlessLines.length).toBeLessThanOrEqual(0.05);
  });
});
