import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { resultJsonSchema } from '../../src/steps/result-schema.js';

export interface StepEnd {
  readonly exit: number | null;
  /** The one JSON object on standard output, which fits the published schema. */
  readonly result: Readonly<Record<string, unknown>>;
  readonly stdout: string;
  readonly stderr: string;
  /** Milliseconds. */
  readonly took: number;
}

export interface StepOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called with the process's id once it runs. */
  readonly meanwhile?: (id: number) => void;
  readonly verb?: readonly string[];
}

const program = resolve('dist/cli/main.cjs');

/** `dagweave step …` as a real process, with a bare environment. */
export async function runStep(args: readonly string[], options: StepOptions = {}): Promise<StepEnd> {
  const { cwd = newFolder(), env = {}, meanwhile, verb = ['step'] } = options;
  const start = performance.now();
  const child = spawn(process.execPath, [program, ...verb, ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  meanwhile?.(child.pid!);
  const exit = await new Promise<number | null>((settle) => child.once('close', settle));
  const text = Buffer.concat(stdout).toString('utf8');
  return {
    exit,
    stdout: text,
    stderr: Buffer.concat(stderr).toString('utf8'),
    result: readResult(text),
    took: performance.now() - start,
  };
}

/** A folder of its own, by its real path. */
export function newFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'dagweave-step-')));
}

const fits = new Ajv2020({ strictTypes: false, validateFormats: false }).compile(resultJsonSchema());

export function readResult(text: string): Readonly<Record<string, unknown>> {
  const result = JSON.parse(text) as Record<string, unknown>;
  expect(fits(result), JSON.stringify({ errors: fits.errors, result }).slice(0, 2000)).toBe(true);
  expect(text.endsWith('}\n') && text.indexOf('\n') === text.length - 1).toBe(true);
  expect(Buffer.byteLength(text)).toBeLessThan(100_000);
  return result;
}

/** True while a process with that id runs; a zombie does not. */
export function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
