import type { Cure, Diagnostic } from '../diagnostics/diagnostics.js';

/** What the process says when it ends. `diff --exit-code` says `changes` where something would change, `dispatch` says `blocked`. */
export const exitCodes = { fine: 0, failed: 1, usage: 2, changes: 2, blocked: 2, fault: 3, rules: 4 } as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The exit code for a verb that found these. With `strict`, warnings fail as well. */
export function exitCodeOf(diagnostics: readonly Diagnostic[], strict: boolean): ExitCode {
  const cures = new Set(diagnostics.filter((one) => isFailure(one, strict)).map(({ cure }) => cure));
  const first = hardestFirst.find((cure) => cures.has(cure));
  return first === undefined ? exitCodes.fine : exitOf[first];
}

export function isFailure(one: Diagnostic, strict: boolean): boolean {
  return one.severity === 'error' || (strict && one.severity === 'warning');
}

/** A program that asks a model for another workflow must not go on asking while something is wrong that no workflow cures. */
const hardestFirst: readonly Cure[] = ['usage', 'rules', 'workflow'];

const exitOf = { workflow: exitCodes.failed, rules: exitCodes.rules, usage: exitCodes.usage } as const;
