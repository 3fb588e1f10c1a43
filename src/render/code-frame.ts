import type { Colors, Paint } from './colors.js';
import { visible } from './visible.js';
import { characterWidth, textWidth } from './width.js';

export interface Frame {
  /** The line without its line break. */
  readonly line: string;
  /** 1-based. */
  readonly lineNumber: number;
  /** UTF-16 offsets into the line; `end` excluded. */
  readonly start: number;
  readonly end: number;
}

/** The line with a caret under the stretch that is meant; a long line is cut around it. */
export function codeFrame(frame: Frame, columns: number, colors: Colors, paint: Paint): string[] {
  const number = String(frame.lineNumber);
  const shown = cutAround(cellsOf(frame), Math.max(columns - number.length - gutterWidth, narrowest));
  const caretAt = shown.findIndex((cell) => cell.marked);
  const marked = widthOf(shown.filter((cell) => cell.marked));
  const line = shown.map((cell) => cell.text).join('');
  const caret = `^${'~'.repeat(Math.max(marked - 1, 0))}`;
  return [
    `  ${colors.faint(`${number} |`)} ${line}`.trimEnd(),
    `  ${colors.faint(`${' '.repeat(number.length)} |`)} ${' '.repeat(widthOf(shown.slice(0, caretAt)))}${paint(caret)}`,
  ];
}

const gutterWidth = 5;
const narrowest = 20;
const tabStop = 4;
/** Characters looked at on either side of the start; more would never be shown. */
const farthest = 1000;

/** One character as it is shown. */
interface Cell {
  readonly text: string;
  readonly width: number;
  readonly marked: boolean;
}

function cellsOf(frame: Frame): Cell[] {
  const start = Math.min(frame.start, frame.line.length);
  const end = Math.max(frame.end, start + 1);
  let offset = Math.max(0, start - farthest);
  let column = 0;
  const cells: Cell[] = [];
  // The blank at the end carries the caret of a stretch that starts where the line ends.
  for (const character of `${frame.line.slice(offset, start + farthest)} `) {
    const text = character === '\t' ? ' '.repeat(tabStop - (column % tabStop)) : visible(character);
    const width = text === character ? characterWidth(character) : textWidth(text);
    const past = offset >= frame.line.length && offset !== start;
    cells.push({ text, width, marked: offset + character.length > start && offset < end && !past });
    offset += character.length;
    column += width;
  }
  return cells;
}

function cutAround(cells: readonly Cell[], columns: number): readonly Cell[] {
  if (widthOf(cells) <= columns) return cells;
  let first = cells.findIndex((cell) => cell.marked);
  let width = 1;
  while (first > 0 && width < columns / 3) width += cells[--first]!.width;
  let last = first;
  for (width = 2; last < cells.length && width + cells[last]!.width <= columns; last++) width += cells[last]!.width;
  return [...(first > 0 ? [ellipsis] : []), ...cells.slice(first, last), ...(last < cells.length ? [ellipsis] : [])];
}

const ellipsis: Cell = { text: '…', width: 1, marked: false };

function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell.width, 0);
}
