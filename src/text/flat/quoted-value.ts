import { resolveEscapes } from './escapes.js';
import { foldLines } from './fold-lines.js';

/** What is between the quotes of a sound scalar, with its lines folded and its escapes resolved. */
export function quotedValue(raw: string, double: boolean): string {
  const line = raw.includes('\n') ? foldLines(raw, double) : raw;
  return double ? resolveEscapes(line) : line.replaceAll("''", "'");
}
