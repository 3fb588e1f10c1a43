/** The lines of a text, found once and as far as somebody asks; then an answer takes logarithmic time. Lines end with `\n` or `\r\n`. */
export interface Lines {
  readonly count: number;
  /** 1-based line and column of an offset; columns count UTF-16 units. An offset behind the text is taken as its end. */
  position(offset: number): { readonly line: number; readonly column: number };
  /** Offset of the first character of a line (1-based). */
  start(line: number): number;
  /** Offset just past the last character of a line (1-based), before its line break. */
  end(line: number): number;
  /** A line (1-based) without its line break; empty where there is no such line. */
  text(line: number): string;
}

export function createLines(text: string): Lines {
  const starts = [0];
  let lineBreak = text.indexOf('\n');
  const findNext = () => {
    starts.push(lineBreak + 1);
    lineBreak = text.indexOf('\n', lineBreak + 1);
  };
  const findLine = (line: number) => {
    while (lineBreak >= 0 && starts.length < line) findNext();
  };
  const start = (line: number) => {
    findLine(line);
    return starts[line - 1] ?? text.length;
  };
  const end = (line: number) => {
    findLine(line + 1);
    return line < starts.length ? withoutBreak(text, starts[line]!) : text.length;
  };
  return {
    get count() {
      findLine(Number.POSITIVE_INFINITY);
      return starts.length;
    },
    position(offset) {
      const at = Math.min(offset, text.length);
      while (lineBreak >= 0 && lineBreak < at) findNext();
      const line = lastNotAfter(starts, at) + 1;
      return { line, column: at - starts[line - 1]! + 1 };
    },
    start,
    end,
    text: (line) => text.slice(start(line), end(line)),
  };
}

/** Offset just past the line break that ends the line of an offset, or the text's end. */
export function lineEndAfter(text: string, offset: number): number {
  const lineBreak = text.indexOf('\n', offset);
  return lineBreak < 0 ? text.length : lineBreak + 1;
}

/** Offset of the first character of the line that an offset is in. */
export function lineStartBefore(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** The line break to write into a text: that of most of its lines, `\n` in a text of one line. */
export function dominantLineBreak(text: string): '\n' | '\r\n' {
  if (!text.includes('\r')) return '\n';
  let windows = 0;
  let unix = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (text.charCodeAt(at - 1) === 0x0d) windows++;
    else unix++;
  }
  return windows > unix ? '\r\n' : '\n';
}

/** The offset before the line break that ends at `end`, or `end` where none does. */
export function withoutBreak(text: string, end: number): number {
  if (text.charCodeAt(end - 1) !== 0x0a) return end;
  return text.charCodeAt(end - 2) === 0x0d ? end - 2 : end - 1;
}

function lastNotAfter(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
