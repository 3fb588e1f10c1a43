import type { Diagnostic } from '../diagnostics/diagnostics.js';
import type { Locator } from './locator.js';

/** Workflow commands that GitHub Actions shows as annotations, one line each. */
export function githubDiagnostics(diagnostics: readonly Diagnostic[], locate: Locator): string {
  return diagnostics.map((one) => `${command(one, locate)}\n`).join('');
}

const commands = { error: 'error', warning: 'warning', note: 'notice' } as const;

function command(one: Diagnostic, locate: Locator): string {
  const properties = [...place(one, locate), ['title', one.code] as const].map(
    ([name, value]) => `${name}=${escapeProperty(String(value))}`,
  );
  const text = one.help === undefined ? one.message : `${one.message}\n${one.help}`;
  return `::${commands[one.severity]} ${properties.join(',')}::${escapeData(text)}`;
}

function place({ span }: Diagnostic, locate: Locator): (readonly [string, string | number])[] {
  if (!span) return [];
  const location = locate(span);
  if (!location) return [['file', span.file]];
  return [
    ['file', span.file],
    ['line', location.start.line],
    ['col', location.start.column],
    ['endLine', location.end.line],
    ['endColumn', location.end.column],
  ];
}

/** What the text holds must not end the command or start another one. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
