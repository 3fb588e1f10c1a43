import { resolve } from 'node:path';
import { type Outcome, unable } from '../../runtime/attempt.js';
import { describeEnd, type ProcessEnd, type StepHost } from '../../runtime/step-host.js';
import type { ValuesOf } from '../fields.js';
import { emptyCommand, runnable, type StepAttempt } from '../runnable.js';
import { qualityCheckFields } from './fields.js';
import { readScoreWithin } from './read-score-within.js';
import type { ScoreMethod, ScoreReading, ScoreSource } from './score.js';

type Flags = ValuesOf<typeof qualityCheckFields>;

/** Runs a command, finds a score in what it gave, and holds that against the lowest one that passes. */
export const run = runnable(qualityCheckFields, 120, async (flags, attempt) => {
  const { command } = flags;
  const method = methodOf(flags);
  if (typeof method === 'string') return unable(method);
  if (command === undefined) return unable('nothing to run: give --command TEXT');
  if (command.trim() === '') return unable(emptyCommand);
  const min = flags.min_score ?? (method.kind === 'exit_code' ? method.success : 0);
  const unscored = { score: null, min_score: min, passed: false, extraction_method: method.kind, command };
  if (attempt.dryRun) return { verdict: 'success', skipped: true, fields: unscored };

  const written = flags.score_file && (await expectFile(attempt.host, attempt.directory, flags.score_file));
  const end = await attempt.host.run({
    start: { kind: 'shell', text: command },
    directory: attempt.directory,
    env: attempt.env,
    signal: attempt.signal,
    maxOutput: maxSourceBytes,
    echo: attempt.verbose,
  });
  const { exitCode, error } = describeEnd(end);
  const output = { exit_code: exitCode, raw_output: end.stdout.text, stderr: end.stderr.text };
  if (exitCode === null || notRunCodes.has(exitCode)) {
    const verdict = end.how.kind === 'killed' || end.how.kind === 'aborted' ? 'failure' : 'unable';
    const why = end.stderr.text.trim().split('\n').at(-1) || error;
    return { verdict, error: `the command could not be run: ${why}`, fields: { ...unscored, ...output } };
  }
  const { reading, from } = await findScore(method, exitCode, end, written || undefined, attempt);
  return verdictOn(reading, min, flags.fail_on_threshold ?? true, { ...unscored, score_source: from, ...output });
});

type Method = ScoreMethod | { readonly kind: 'exit_code'; readonly success: number; readonly failure: number };

/** What a shell answers where a program is missing or cannot be executed. */
const notRunCodes: ReadonlySet<number> = new Set([126, 127]);

function methodOf({ score_path, score_regex, success_score, failure_score, score_file }: Flags): Method | string {
  const given = [score_path, score_regex, success_score ?? failure_score].filter((value) => value !== undefined);
  if (given.length > 1) return 'give one of --score-path, --score-regex, and --success-score with --failure-score';
  if (score_path !== undefined) return { kind: 'json_path', path: score_path };
  if (score_regex !== undefined) return { kind: 'regex', pattern: score_regex };
  if (score_file !== undefined) return '--score-file needs --score-path or --score-regex';
  return { kind: 'exit_code', success: success_score ?? 100, failure: failure_score ?? 0 };
}

interface Found {
  readonly reading: ScoreReading;
  /** What held the score, or was searched for it. */
  readonly from: string;
}

async function findScore(
  method: Method,
  exitCode: number,
  end: ProcessEnd,
  written: (() => Promise<FoundSource>) | undefined,
  attempt: StepAttempt,
): Promise<Found> {
  if (method.kind === 'exit_code') {
    return { reading: { ok: true, score: exitCode === 0 ? method.success : method.failure }, from: 'exit code' };
  }
  const first = await readFrom(written ? await written() : outputSource(end), method, attempt);
  if (written || first.reading.ok || !first.reading.nothing) return first;
  const announced = await announcedFile(attempt.host, attempt.directory, end);
  return announced ? readFrom(announced, method, attempt) : first;
}

async function readFrom(found: FoundSource, method: ScoreMethod, attempt: StepAttempt): Promise<Found> {
  if (!found.ok) return { reading: { ok: false, nothing: false, reason: found.reason }, from: 'nothing' };
  return { reading: await readScoreWithin(attempt.signal, method, found.source), from: found.source.name };
}

function verdictOn(reading: ScoreReading, min: number, failBelow: boolean, fields: Outcome['fields']): Outcome {
  // Without a score the gate cannot tell, and then it does not let anything through, whatever it does about low scores.
  if (!reading.ok) return { verdict: 'failure', error: `no score: ${reading.reason}`, fields };
  const { score } = reading;
  const passed = score >= min;
  const result = { ...fields, score, passed };
  if (passed || !failBelow) return { verdict: 'success', fields: result };
  return { verdict: 'failure', error: `score ${score} is below ${min}`, fields: result };
}

type FoundSource =
  | { readonly ok: true; readonly source: ScoreSource }
  | { readonly ok: false; readonly reason: string };

/** More than the reports of test tools have; what is longer is refused, because half of it is no JSON. */
const maxSourceBytes = 16 * 1024 * 1024;

function outputSource({ stdout }: ProcessEnd): FoundSource {
  return { ok: true, source: { name: 'standard output', text: stdout.text } };
}

/**
 * Reads a file that a command is expected to write. One that is still as it was before would tell of an earlier run.
 * @returns a function to call after the command
 */
async function expectFile(host: StepHost, directory: string, path: string): Promise<() => Promise<FoundSource>> {
  const full = resolve(directory, path);
  const before = await host.readFile(full, 0);
  return async () => {
    let unread: string | undefined;
    const file = await host.readFile(full, maxSourceBytes, (reason) => {
      unread = `the file ${path} is not read: ${reason}`;
    });
    if (!file) return { ok: false, reason: unread ?? `the command wrote no file ${path}` };
    if (file.changedAt === before?.changedAt) return { ok: false, reason: `the file ${path} is from an earlier run` };
    if (file.cut) return { ok: false, reason: `the file ${path} is larger than ${maxSourceBytes} bytes` };
    return { ok: true, source: { name: path, text: file.text } };
  };
}

/** The report that coverage.py and pytest-cov say they have written, where the output names one and holds no JSON itself. */
async function announcedFile(host: StepHost, directory: string, end: ProcessEnd): Promise<FoundSource | undefined> {
  const lines = `${end.stdout.text}\n${end.stderr.text}`.split('\n').map((line) => line.trim());
  const line = lines.findLast((text) => announcements.some((start) => text.startsWith(start)));
  if (line === undefined) return undefined;
  const path = line.slice(announcements.find((start) => line.startsWith(start))!.length);
  const file = await host.readFile(resolve(directory, path), maxSourceBytes);
  return file && !file.cut ? { ok: true, source: { name: path, text: file.text } } : undefined;
}

const announcements = ['Coverage JSON written to file ', 'Wrote JSON report to '];
