import { type Code, catalog } from '../diagnostics/catalog.js';
import type { Diagnostic } from '../diagnostics/diagnostics.js';
import type { Span, TextEdit } from '../model/source.js';
import type { Locator } from './locator.js';

/** One JSON object for programs; its shape is `dag-schemas/diagnostics.schema.json`. */
export function jsonDiagnostics(diagnostics: readonly Diagnostic[], locate: Locator): string {
  const place = (span: Span) => placeOf(span, locate);
  const count = (severity: Diagnostic['severity']) => diagnostics.filter((one) => one.severity === severity).length;
  const view = {
    version: 1,
    diagnostics: diagnostics.map((one) => ({
      code: one.code,
      severity: one.severity,
      message: one.message,
      ...(one.help !== undefined && { help: one.help }),
      ...(one.span && { place: place(one.span) }),
      ...(one.related && { related: { message: one.related.message, place: place(one.related.span) } }),
      ...(one.fix && { fix: one.fix.map((edit) => ({ ...place(edit), text: edit.text })) }),
    })),
    summary: { errors: count('error'), warnings: count('warning'), notes: count('note') },
  };
  return `${JSON.stringify(view, null, 2)}\n`;
}

function placeOf(span: Span, locate: Locator): object {
  const location = locate(span);
  return {
    file: span.file,
    start: { offset: span.start, ...location?.start },
    end: { offset: span.end, ...location?.end },
  };
}

/**
 * One run in SARIF 2.1.0, for services that collect what tools find. Columns count UTF-16 units.
 * @param file where findings about no place are said to be, because services pass over those without a file
 */
export function sarifDiagnostics(diagnostics: readonly Diagnostic[], locate: Locator, file?: string): string {
  const codes = [...new Set(diagnostics.map((one) => one.code))].sort();
  const rank = new Map(codes.map((code, index) => [code, index]));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'dagweave', rules: codes.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        results: diagnostics.map((one) => resultOf(one, rank.get(one.code)!, locate, file)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf(code: Code): object {
  return { id: code, defaultConfiguration: { level: catalog()[code].severity } };
}

function resultOf(one: Diagnostic, ruleIndex: number, locate: Locator, file: string | undefined): object {
  const place = one.span ? locationOf(one.span, locate) : file === undefined ? undefined : locationOfFile(file);
  return {
    ruleId: one.code,
    ruleIndex,
    level: one.severity,
    message: { text: one.help === undefined ? one.message : `${one.message}\n${one.help}` },
    ...(place && { locations: [place] }),
    ...(one.related && {
      relatedLocations: [{ ...locationOf(one.related.span, locate), message: { text: one.related.message } }],
    }),
    ...(one.fix?.length && { fixes: [{ artifactChanges: changesOf(one.fix, locate) }] }),
  };
}

function locationOfFile(path: string): object {
  return { physicalLocation: { artifactLocation: { uri: uriOf(path) } } };
}

function locationOf(span: Span, locate: Locator): object {
  return { physicalLocation: { artifactLocation: { uri: uriOf(span.file) }, region: regionOf(span, locate) } };
}

function regionOf(span: Span, locate: Locator): object {
  const location = locate(span);
  const offsets = { charOffset: span.start, charLength: span.end - span.start };
  if (!location) return offsets;
  const { start, end } = location;
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column, ...offsets };
}

function changesOf(edits: readonly TextEdit[], locate: Locator): readonly object[] {
  return [...new Set(edits.map((edit) => edit.file))].map((file) => ({
    artifactLocation: { uri: uriOf(file) },
    replacements: edits
      .filter((edit) => edit.file === file)
      .map((edit) => ({ deletedRegion: regionOf(edit, locate), insertedContent: { text: edit.text } })),
  }));
}

/** A path as a relative reference; half a surrogate pair has no bytes to encode. */
function uriOf(path: string): string {
  const encoded = path
    .replaceAll('\\', '/')
    .replace(halfCharacter, '\uFFFD')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
  return encoded.startsWith('/') ? `file://${encoded}` : encoded;
}

const halfCharacter = /[\ud800-\udfff]/gu;

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
