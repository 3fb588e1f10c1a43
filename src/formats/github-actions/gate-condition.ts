import type { YamlNode } from '../../text/yaml-node.js';
import { coreAsWritten, coreOf, hasOuterOr, isInBrackets } from './condition-text.js';

/** What a job or step asks of a gate in front of it, because its own condition lets it run behind one that failed. */
export interface AskedGate {
  readonly name: string;
  /** Jobs know others by `needs`, steps by `steps`. */
  readonly of: 'needs' | 'steps';
  /** The gate does not run where what it is behind did not succeed, which is no word against what comes next. */
  readonly mayBeSkipped: boolean;
}

/** A condition that also asks for the gates. Only where an `if` is text with expressions in it there is no such. */
export function withGates(value: string, gates: readonly AskedGate[]): string | undefined {
  const core = coreOf(value);
  if (!core) return undefined;
  if (gates.length === 0) return value;
  const { start, end, expression } = core;
  const [open, close] = needsBrackets(expression) ? ['(', ')'] : ['', ''];
  const inside = `${open}${expression}${close}${gates.map((gate) => ` && ${question(gate)}`).join('')}`;
  return value.slice(0, start) + inside + value.slice(end);
}

/** Brackets around all of it get others, so that taking away what was put there leaves what was there before. */
function needsBrackets(expression: string): boolean {
  return hasOuterOr(expression) || isInBrackets(expression);
}

function question({ name, of, mayBeSkipped }: AskedGate): string {
  const result = of === 'needs' ? `needs.${name}.result` : `steps.${name}.outcome`;
  return mayBeSkipped ? `(${result} == 'success' || ${result} == 'skipped')` : `${result} == 'success'`;
}

/**
 * How much of the front and the back of an expression, as it is written in a file, was put there for gates that go.
 * @param quoted it is in single quotes, where each of its own is written twice
 * @internal
 */
export function askedInText(
  written: string,
  quoted: boolean,
  isGone: (gate: string) => boolean,
): { readonly front: number; readonly back: number } {
  let left = written;
  for (let found = last.exec(left); found; found = last.exec(left)) {
    const { job, step, other } = found.groups!;
    if (!isGone((job ?? step ?? other)!)) break;
    left = left.slice(0, found.index);
  }
  const back = written.length - left.length;
  const isOurs = back > 0 && isInBrackets(quoted ? left.replaceAll("''", "'") : left);
  return isOurs ? { front: 1, back: back + 1 } : { front: 0, back };
}

/** Where in a text a condition asks for gates that go, with the brackets that came along. */
export function questionsIn(
  text: string,
  value: YamlNode | undefined,
  isGone: (gate: string) => boolean,
): readonly { readonly start: number; readonly end: number }[] {
  const core = coreAsWritten(text, value);
  if (!core || value?.kind !== 'scalar') return [];
  const { front, back } = askedInText(core.expression, value.style === 'single', isGone);
  const parts = [
    { start: core.start, end: core.start + front },
    { start: core.end - back, end: core.end },
  ];
  return parts.filter(({ start, end }) => start < end);
}

/** Another tool may have broken the line between words. */
const last =
  /(?<!\s)\s+&&\s+(?:(?:needs\.(?<job>[\w-]+)\.result|steps\.(?<step>[\w-]+)\.outcome)\s+==\s+''?success''?|\(\s*(?<ref>needs\.(?<other>[\w-]+)\.result)\s+==\s+''?success''?\s+\|\|\s+\k<ref>\s+==\s+''?skipped''?\s*\))$/;
