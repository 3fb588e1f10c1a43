import { type Code, catalog } from '../diagnostics/catalog.js';
import type { Diagnostic } from '../diagnostics/diagnostics.js';
import type { Span, TextEdit } from '../model/source.js';
import type { Locator } from './locator.js';

/** One run in SARIF 2.1.0, for services that collect what tools find. Columns count UTF-16 units. */
export function sarifDiagnostics(diagnostics: readonly Diagnostic[], locate: Locator): string {
  const codes = [...new Set(diagnostics.map((one) => one.code))].sort();
  const rank = new Map(codes.map((code, index) => [code, index]));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'dagweave', rules: codes.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        results: diagnostics.map((one) => resultOf(one, rank.get(one.code)!, locate)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf(code: Code): object {
  return { id: code, defaultConfiguration: { level: catalog[code].severity } };
}

function resultOf(one: Diagnostic, ruleIndex: number, locate: Locator): object {
  return {
    ruleId: one.code,
    ruleIndex,
    level: one.severity,
    message: { text: one.help === undefined ? one.message : `${one.message}\n${one.help}` },
    ...(one.span && { locations: [locationOf(one.span, locate)] }),
    ...(one.related && {
      relatedLocations: [{ ...locationOf(one.related.span, locate), message: { text: one.related.message } }],
    }),
    ...(one.fix?.length && { fixes: [{ artifactChanges: changesOf(one.fix, locate) }] }),
  };
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

const halfCharacter = /\p{Cs}/gu;
