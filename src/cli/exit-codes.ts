import type { Code } from '../diagnostics/catalog.js';
import type { Diagnostic } from '../diagnostics/diagnostics.js';

/** What the process says when it ends. `diff --exit-code` says `changes` where something would change, `dispatch` says `blocked`. */
export const exitCodes = { fine: 0, failed: 1, usage: 2, changes: 2, blocked: 2, fault: 3 } as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The exit code for a verb that found these. With `strict`, warnings fail as well. */
export function exitCodeOf(diagnostics: readonly Diagnostic[], strict: boolean): ExitCode {
  const failures = diagnostics.filter((one) => isFailure(one, strict));
  if (failures.some((one) => wrongUsage.has(one.code))) return exitCodes.usage;
  return failures.length > 0 ? exitCodes.failed : exitCodes.fine;
}

export function isFailure(one: Diagnostic, strict: boolean): boolean {
  return one.severity === 'error' || (strict && one.severity === 'warning');
}

/** Mistakes in the command line itself. */
const wrongUsage: ReadonlySet<Code> = new Set<Code>([
  'DW340',
  'DW341',
  'DW806',
  'DW807',
  'DW808',
  'DW809',
  'DW810',
  'DW811',
  'DW830',
  'DW832',
]);
