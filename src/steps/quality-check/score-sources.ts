import { resolve } from 'node:path';
import type { ProcessEnd, StepHost } from '../../runtime/step-host.js';
import type { ScoreSource } from './score.js';

export type FoundSource =
  | { readonly ok: true; readonly source: ScoreSource }
  | { readonly ok: false; readonly reason: string };

/** More than the reports of test tools have; what is longer is refused, because half of it is no JSON. */
export const maxSourceBytes = 16 * 1024 * 1024;

export function outputSource({ stdout }: ProcessEnd): FoundSource {
  return { ok: true, source: { name: 'standard output', text: stdout.text } };
}

/**
 * Reads a file that a command is expected to write. One that is still as it was before would tell of an earlier run.
 * @returns a function to call after the command
 */
export async function expectFile(host: StepHost, directory: string, path: string): Promise<() => Promise<FoundSource>> {
  const full = resolve(directory, path);
  const before = await host.readFile(full, 0);
  return async () => {
    const file = await host.readFile(full, maxSourceBytes);
    if (!file) return { ok: false, reason: `the command wrote no file ${path}` };
    if (file.changedAt === before?.changedAt) return { ok: false, reason: `the file ${path} is from an earlier run` };
    if (file.cut) return { ok: false, reason: `the file ${path} is larger than ${maxSourceBytes} bytes` };
    return { ok: true, source: { name: path, text: file.text } };
  };
}

/** The report that coverage.py and pytest-cov say they have written, where the output names one and holds no JSON itself. */
export async function announcedFile(
  host: StepHost,
  directory: string,
  end: ProcessEnd,
): Promise<FoundSource | undefined> {
  const lines = `${end.stdout.text}\n${end.stderr.text}`.split('\n').map((line) => line.trim());
  const line = lines.findLast((text) => announcements.some((start) => text.startsWith(start)));
  if (line === undefined) return undefined;
  const path = line.slice(announcements.find((start) => line.startsWith(start))!.length);
  const file = await host.readFile(resolve(directory, path), maxSourceBytes);
  return file && !file.cut ? { ok: true, source: { name: path, text: file.text } } : undefined;
}

const announcements = ['Coverage JSON written to file ', 'Wrote JSON report to '];
