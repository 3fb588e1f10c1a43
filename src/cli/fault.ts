import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readVersion } from './package-files.js';
import { inSources } from './trace.js';

/** A bug of ours, with what is needed to see it again. */
export class InternalFault extends Error {
  readonly evidence: object;

  constructor(cause: unknown, evidence: object) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.evidence = evidence;
  }
}

/** Says that it is a bug, and keeps what led to it in a file that only this user can read. */
export function reportFault(error: unknown, args: readonly string[]): void {
  const message = error instanceof Error ? error.message : String(error);
  const lines = [
    `dagweave: internal fault: ${message}`,
    'This is a bug in dagweave, not a mistake of yours. Nothing was written to your files.',
    keep({
      ...evidenceOf(error),
      message,
      stack: stacksOf(error),
      args,
      version: readVersion(),
      node: process.version,
    }),
  ];
  process.stderr.write(`${lines.join('\n')}\n`);
}

function evidenceOf(error: unknown): object {
  return error instanceof InternalFault ? error.evidence : {};
}

function stacksOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [inSources(error.stack ?? ''), ...stacksOf(error.cause)];
}

function keep(crash: object): string {
  // Not loaded by runs without a fault.
  const { tmpdir } = process.getBuiltinModule('node:os');
  try {
    const file = join(mkdtempSync(join(tmpdir(), 'dagweave-crash-')), 'crash.json');
    writeFileSync(file, `${JSON.stringify(crash, plain, 2)}\n`, { mode: 0o600 });
    return `What led to it is kept in ${file} (input, rules, message). Please send it with your report, after a look at what it holds.`;
  } catch (error) {
    return `What led to it could not be kept: ${String(error)}`;
  }
}

function plain(_key: string, value: unknown): unknown {
  return value instanceof Map ? [...value] : value;
}
