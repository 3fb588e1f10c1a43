import type { Diagnostic } from '../diagnostics/diagnostics.js';
import type { Span } from '../model/source.js';
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
