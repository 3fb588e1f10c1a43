import { cureFor, inPlainWords } from './yaml-cures.js';
import type { YamlProblem } from './yaml-node.js';

/** The problems of one document as they are found. */
export interface Faults {
  readonly text: string;
  /** Just past the document. */
  readonly end: number;
  readonly found: YamlProblem[];
  /** Which of them say that something opened is never closed, by the offset where the closing was missed. */
  readonly unclosed: Map<number, number[]>;
}

export function createFaults(text: string, end: number): Faults {
  return { text, end, found: [], unclosed: new Map() };
}

/** @param code the library's code, or our own kind */
export function addFault(
  faults: Faults,
  kind: YamlProblem['kind'],
  code: string,
  message: string,
  from: number,
  to: number,
): void {
  const late = message.endsWith('must start at the same column') ? skipBlank(faults.text, from) - from : 0;
  const start = Math.min(from + late, faults.end);
  const end = Math.max(start, Math.min(to + late, faults.end));
  const cure = cureFor(code, message, faults.text, start);
  const index = faults.found.push({ kind, message: inPlainWords(message), cure, start, end, first: undefined }) - 1;
  if (!saysUnclosed(message)) return;
  const same = faults.unclosed.get(start);
  if (same) same.push(index);
  else faults.unclosed.set(start, [index]);
}

/** The library points to where the closing was missed; a reader wants to see what was opened. */
export function pointToOpening(faults: Faults, start: number, missedAt: number): void {
  const index = faults.unclosed.get(missedAt)?.pop();
  if (index === undefined) return;
  const message = `this ${faults.text[start]} is never closed`;
  faults.found[index] = { ...faults.found[index]!, message, start, end: start + 1 };
}

function saysUnclosed(message: string): boolean {
  return message.startsWith('Missing closing ') || /^Flow (?:map|sequence) .*end with a [}\]]$/.test(message);
}

/** Where indentation is wrong the library points behind the entry before. */
function skipBlank(text: string, from: number): number {
  let at = from;
  while (' \r\n'.includes(text.charAt(at)) && at < text.length) at++;
  return at;
}
