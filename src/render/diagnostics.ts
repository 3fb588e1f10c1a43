import type { Diagnostic, Severity } from '../diagnostics/diagnostics.js';
import type { Span } from '../model/source.js';
import { codeFrame } from './code-frame.js';
import type { Colors } from './colors.js';
import type { Locator } from './locator.js';
import { visible } from './visible.js';

export interface PrettyOptions {
  readonly colors: Colors;
  readonly columns: number;
}

/** Diagnostics for a person at a terminal: message, place, the line with a caret, and the way out. */
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

/** A message or a name never takes a second line: what stands in it may come from outside. */
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
