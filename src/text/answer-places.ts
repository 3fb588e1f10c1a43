import type { PeeledAnswer } from './peeled-answer.js';

/**
 * Where each offset of the YAML that was taken out of an answer is in that answer. Its lines are lines of the answer, some without
 * what is before them there: blanks of a fence that is indented, or the sign of a quote.
 * @returns `undefined` where they are not found again
 */
export function placesIn(
  answer: string,
  { text, blocks }: Pick<PeeledAnswer, 'text' | 'blocks'>,
): ((offset: number) => number) | undefined {
  const lines = align(linesOf(text, 0, text.length), text, linesIn(answer, blocks), answer);
  if (!lines) return undefined;
  return (offset) => {
    const found = lines[lastBefore(lines, offset)];
    return found ? found.at + Math.min(offset - found.line.start, found.length) : 0;
  };
}

interface Line {
  readonly start: number;
  /** Its line break included. */
  readonly end: number;
}

/** A line of the YAML, and where it is in the answer. */
interface Placed {
  readonly line: Line;
  readonly at: number;
  readonly length: number;
}

function align(
  lines: readonly Line[],
  text: string,
  found: readonly Line[],
  answer: string,
): readonly Placed[] | undefined {
  const placed: Placed[] = [];
  let next = 0;
  for (const line of lines) {
    const content = contentOf(text, line);
    let here = next;
    // What marks the border of two blocks is in neither of them.
    const isBorder = content === '---' && !isLine(answer, found[here], content);
    while (!isBorder && here < found.length && !isLine(answer, found[here], content)) here += 1;
    if (here === found.length && !isBorder) return undefined;
    const place = found[Math.min(here, found.length - 1)]!;
    const before = contentOf(answer, place).length - content.length;
    if (isBorder) placed.push({ line, at: place.start, length: 0 });
    else placed.push({ line, at: place.start + before, length: line.end - line.start });
    if (!isBorder) next = here + 1;
  }
  return placed;
}

/** Is it this line, behind nothing but blanks and signs of a quote? */
function isLine(answer: string, line: Line | undefined, content: string): boolean {
  if (!line) return false;
  const whole = contentOf(answer, line);
  return whole.endsWith(content) && /^[ \t>]*$/.test(whole.slice(0, whole.length - content.length));
}

function contentOf(text: string, { start, end }: Line): string {
  return text.slice(start, end).replace(/\r?\n$/, '');
}

function linesIn(answer: string, blocks: PeeledAnswer['blocks']): readonly Line[] {
  return blocks.flatMap(({ start, end }) => linesOf(answer, start, end));
}

function linesOf(text: string, start: number, end: number): readonly Line[] {
  const lines: Line[] = [];
  for (let at = start; at < end; ) {
    const stop = text.indexOf('\n', at);
    const next = stop === -1 || stop >= end ? end : stop + 1;
    lines.push({ start: at, end: next });
    at = next;
  }
  return lines;
}

function lastBefore(lines: readonly Placed[], offset: number): number {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (lines[middle]!.line.start <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
