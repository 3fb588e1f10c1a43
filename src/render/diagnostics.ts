import type { Diagnostic, Severity } from '../diagnostics/diagnostics.js';
import type { Span } from '../model/source.js';
import type { Colors, Paint } from './colors.js';
import type { Locator } from './locator.js';
import { characterWidth, textWidth, visible } from './visible.js';

export interface PrettyOptions {
  readonly colors: Colors;
  readonly columns: number;
}

/** Diagnostics for a person at a terminal: message, place, the line with a caret, and the fix. */
export function prettyDiagnostics(diagnostics: readonly Diagnostic[], locate: Locator, options: PrettyOptions): string {
  if (diagnostics.length === 0) return '';
  const blocks = diagnostics.map((one) => block(one, locate, options));
  const counts = diagnostics.every((one) => one.severity === 'note')
    ? ''
    : `\n${summary(diagnostics, options.colors)}\n`;
  return `${blocks.join('\n\n')}\n${counts}`;
}

function block(one: Diagnostic, locate: Locator, options: PrettyOptions): string {
  const { colors } = options;
  const paint = colors[one.severity];
  const lines = [`${paint(`${one.severity} ${one.code}`)}${colors.strong(`: ${oneLine(one.message)}`)}`];
  if (one.span) lines.push(...place(one.span, one.severity, locate, options));
  if (one.related) {
    lines.push(`  ${oneLine(one.related.message)}:`, ...place(one.related.span, 'note', locate, options));
  }
  if (one.help) lines.push(`  ${colors.faint('help:')} ${oneLine(one.help)}`);
  return lines.join('\n');
}

function place(span: Span, severity: Severity, locate: Locator, { colors, columns }: PrettyOptions): string[] {
  const location = locate(span);
  if (!location) return [`  ${oneLine(span.file)}`];
  const { start, end, line } = location;
  const header = `  ${oneLine(span.file)}:${start.line}:${start.column}`;
  const frame = {
    line,
    lineNumber: start.line,
    start: start.column - 1,
    end: end.line === start.line ? end.column - 1 : line.length,
  };
  return [header, ...codeFrame(frame, columns, colors, colors[severity])];
}

/** A message or a name never takes a second line: what is in it may come from outside. */
function oneLine(text: string): string {
  return visible(text).replaceAll('\n', '␊');
}

function summary(diagnostics: readonly Diagnostic[], colors: Colors): string {
  const parts = (['error', 'warning', 'note'] as const).map((severity) => {
    const count = diagnostics.filter((one) => one.severity === severity).length;
    return count === 0 ? undefined : colors[severity](`${count} ${severity}${count === 1 ? '' : 's'}`);
  });
  return parts.filter((part) => part !== undefined).join(', ');
}

interface Frame {
  /** The line without its line break. */
  readonly line: string;
  /** 1-based. */
  readonly lineNumber: number;
  /** UTF-16 offsets into the line; `end` excluded. */
  readonly start: number;
  readonly end: number;
}

/** The line with a caret under the stretch that is meant; a long line is cut around it. */
function codeFrame(frame: Frame, columns: number, colors: Colors, paint: Paint): string[] {
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
