import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { FuzzCase } from './case.js';
import type { Finding } from './judge.js';

const program = resolve('dist/cli/main.cjs');

interface Ran {
  readonly exit: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The same through the built command: no internal fault, and the laws hold for what lies on disk. */
export async function judgeByCommandLine(one: FuzzCase): Promise<Finding | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'dagweave-fuzz-'));
  try {
    for (const { path, text } of [...one.workflow, ...one.configuration]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return await judgeIn(folder, one);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function judgeIn(
  folder: string,
  { workflow, configuration, targetVersion }: FuzzCase,
): Promise<Finding | undefined> {
  const { path, text } = workflow[0]!;
  const file = join(folder, path);
  const options = [
    ...configuration.flatMap((one) => ['--config', one.path]),
    ...(targetVersion === undefined ? [] : ['--target-version', targetVersion]),
  ];
  const run = (verb: string, ...args: string[]) => runIn(folder, [verb, path, ...options, ...args]);
  const applied = await run('apply', '--in-place', '--manifest', 'manifest.json');
  const bad = unexpected('apply', applied);
  if (bad) return bad;
  const written = readFileSync(file, 'utf8');
  if (applied.exit !== 0) return written === text ? undefined : finding('apply: failed and wrote', applied.stderr);
  if (/hooks are off/.test(applied.stderr)) return undefined;
  const again = await run('apply', '--check', '--allow-no-rules');
  if (again.exit !== 0) return finding('apply --check right after apply fails', again.stderr);
  const verified = await run('verify', '--manifest', 'manifest.json', '--allow-no-rules');
  if (verified.exit !== 0) return finding('verify right after apply fails', verified.stderr);
  const stripped = await run('strip', '--in-place', '--manifest', 'manifest.json');
  if (stripped.exit !== 0) return finding('strip right after apply fails', stripped.stderr);
  // Hooks of an earlier run are no part of what this one wrote.
  if (text.includes('hook-')) return undefined;
  return readFileSync(file, 'utf8') === text ? undefined : finding('strip gives other bytes', stripped.stderr);
}

/** @returns `undefined` for success and for a failure with a code */
function unexpected(verb: string, { exit, stderr }: Ran): Finding | undefined {
  if (exit === 0) return undefined;
  if (exit !== 1 && exit !== 2 && exit !== 4) return finding(`${verb}: exit ${exit}`, stderr);
  return /^error DW\d{3}: /m.test(stderr) ? undefined : finding(`${verb}: failed without a code`, stderr);
}

function finding(law: string, detail: string): Finding {
  return { kind: 'finding', law: `command line: ${law}`, detail: detail.slice(0, 4000) };
}

function runIn(cwd: string, args: readonly string[]): Promise<Ran> {
  const env = { PATH: process.env.PATH, HOME: join(cwd, 'no-home'), TMPDIR: cwd };
  return new Promise((done) => {
    execFile(
      process.execPath,
      [program, ...args],
      { cwd, env, timeout: 60_000, maxBuffer: 1 << 26 },
      (error, stdout, stderr) => {
        done({ exit: error ? (error.killed ? 'after 60 seconds' : (error.code ?? null)) : 0, stdout, stderr });
      },
    );
  });
}
