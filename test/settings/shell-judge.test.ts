import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matchesPermissionRule } from '../../src/settings/permission-rule.js';
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

const meets = (line: string) => matchesPermissionRule('Bash(zap *)', 'Bash', { command: textOf(line) });
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

  test('at most one in twenty of the lines that only mention it match', { timeout: 300_000 }, () => {
    const ran = judge(harmlessLines);
    expect(harmlessLines.filter((_, index) => ran[index])).toEqual([]);
    expect(harmlessLines.filter(meets).length / harmlessLines.length).toBeLessThanOrEqual(0.05);
  });

  test('none is passed by in any mixture of these, and where it is only mentioned most do not match', {
    timeout: 300_000,
  }, () => {
    const mixtures = fc.sample(fc.array(fc.constantFrom(...surroundings), { minLength: 2, maxLength: 5 }), judgeRuns);
    const running = mixtures.map((mixture) => mixture.reduce((line, around) => around(line), 'zap x'));
    const ran = judge(running);
    expect(ran.filter(Boolean).length).toBeGreaterThan(running.length / 2);
    expect(running.filter((line, index) => ran[index] && !meets(line))).toEqual([]);
    const mentioning = mixtures.map((mixture) => mixture.reduce((line, around) => around(line), 'echo zap x'));
    expect(mentioning.filter(meets).length).toBeLessThan(mentioning.length / 4);
  });
});

/** More runs find more: `JUDGE_RUNS=2000 npx vitest run test/settings/shell-judge.test.ts`. */
const judgeRuns = Number(process.env.JUDGE_RUNS ?? 80);

const quoted = (line: string) => `'${line.replaceAll("'", "'\\''")}'`;

const surroundings: readonly ((line: string) => string)[] = [
  (line) => `( ${line} )`,
  (line) => `{ ${line}; }`,
  (line) => `if ${line}; then :; fi`,
  (line) => `if true; then ${line}; fi`,
  (line) => `for i in 1 2; do ${line}; done`,
  (line) => `while ${line}; do break; done`,
  (line) => `case x in a) :;; x) ${line};; esac`,
  (line) => `f() { ${line}; }; f`,
  (line) => `echo $(${line})`,
  (line) => `echo "$(${line})"`,
  (line) => `echo \${A:-$(${line})}`,
  (line) => `cat <<E\n$(${line})\nE\n`,
  (line) => `cat <<'E' >/dev/null\nit's "\nE\n${line}`,
  (line) => `cat <(${line})`,
  (line) => `true | ${line}`,
  (line) => `${line} | cat`,
  (line) => `! ${line}`,
  (line) => `time ${line}`,
  (line) => `coproc { ${line}; }; wait`,
  (line) => `A=1; a[1]=2; x=(a b); ${line}`,
  (line) => `: # it's\n${line}`,
  (line) => `echo 'a;b' "c\\"d" $'it\\'s'; ${line}`,
  (line) => `[[ a < b ]] && ${line}`,
  (line) => `[[ -n "$(${line})" || a == b ]]`,
  (line) => `echo $((1<<2)); ((1)) && ${line}`,
  (line) => `bash -c ${quoted(line)}`,
  (line) => `eval ${quoted(line)}`,
  (line) => `bash <<< ${quoted(line)}`,
  (line) => `bash <<'EE'\n${line}\nEE\n`,
  (line) => `timeout 5 bash -c ${quoted(line)}`,
];
