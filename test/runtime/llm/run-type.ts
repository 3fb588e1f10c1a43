import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { readFlags } from '../../../src/cli/read-flags.js';
import { runningEngine } from '../../../src/formats/at-run.js';
import { createHost } from '../../../src/runtime/host.js';
import { createMasking } from '../../../src/runtime/masking.js';
import { type Finished, resultText } from '../../../src/steps/result.js';
import { type CommonFlags, runStep } from '../../../src/steps/run-step.js';
import { loadRun } from '../../../src/steps/runs.js';
import { readResult } from '../step-process.js';

export interface Ran {
  readonly verdict: Finished['verdict'];
  // biome-ignore lint/suspicious/noExplicitAny: each type has its own fields, which the tests name
  readonly result: any;
}

/** Runs a step as the command line does, in this process, with real child processes and sockets. The result fits its schema. */
export async function runType(type: string, argv: readonly string[], stop = new AbortController()): Promise<Ran> {
  const runnable = await loadRun(type);
  if (runnable === undefined) throw new Error(`there is no type ${type}`);
  const read = await readFlags(runnable.flags, argv);
  if (!read.ok) throw new Error(read.problem);
  const masking = createMasking(process.env, []);
  const order = { type, runnable, flags: read.values as CommonFlags, rest: read.rest };
  const finished = await runStep(order, createHost(stop.signal, masking), async () => runningEngine());
  return { verdict: finished.verdict, result: readResult(`${resultText(finished, masking.mask)}\n`) };
}

export interface RunnerCall {
  readonly name: string;
  readonly argv: readonly string[];
  readonly stdin: string;
  readonly cwd: string;
  readonly permission?: string;
  readonly pid: number;
}

export interface RunnerAnswer {
  readonly flood?: number;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exit?: number;
  readonly delay?: number;
  readonly ignoreTerm?: boolean;
}

/** Puts the stand-ins for the models' command lines first on the PATH; gives back what they noted. */
export function fakeRunners(answers: readonly RunnerAnswer[]): { calls(): RunnerCall[]; forget(): void } {
  const log = join(newFolder(), 'calls.jsonl');
  const bin = fileURLToPath(new URL('../../fixtures/runners/bin', import.meta.url));
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH}`);
  vi.stubEnv('FAKE_RUNNER_LOG', log);
  vi.stubEnv('FAKE_RUNNER_SCRIPT', JSON.stringify(answers));
  const lines = () => readFileSync(log, 'utf8').trim().split('\n');
  return {
    calls: () => lines().map((line) => JSON.parse(line) as RunnerCall),
    forget: () => rmSync(log, { force: true }),
  };
}

export function newFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'dagweave-llm-')));
}
