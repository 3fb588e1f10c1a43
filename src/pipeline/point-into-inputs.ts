import type { Diagnostic } from '../diagnostics/diagnostics.js';
import { madeLate } from '../lang/late.js';
import type { Span, TextEdit } from '../model/source.js';
import { byFile, offsetsBefore } from '../text/compose-edits.js';

/** Diagnostics about texts that edits led to, as diagnostics about the texts as they came. */
export function pointIntoInputs(diagnostics: readonly Diagnostic[], edits: readonly TextEdit[]): readonly Diagnostic[] {
  if (edits.length === 0 || diagnostics.length === 0) return diagnostics;
  const move = toInputs(edits);
  return diagnostics.map((one) => moved(one, move));
}

/** Where a span of the texts that edits led to is in the texts as they came. */
export function toInputs(edits: readonly TextEdit[]): <S extends Span>(span: S) => S {
  const offsets = new Map([...byFile(edits)].map(([file, own]) => [file, madeLate(() => offsetsBefore(own))]));
  return (span) => {
    const before = offsets.get(span.file)?.();
    if (!before) return span;
    const start = before(span.start);
    if (span.end === span.start) return { ...span, start, end: start };
    const last = before(span.end - 1);
    // What was put in has no length there, and may have been put at the very end.
    return { ...span, start, end: Math.max(start, before(span.end) > last ? last + 1 : last) };
  };
}

/** A diagnostic with all its spans at other places. */
export function moved(one: Diagnostic, move: <S extends Span>(span: S) => S): Diagnostic {
  return {
    ...one,
    span: one.span && move(one.span),
    related: one.related && { ...one.related, span: move(one.related.span) },
    fix: one.fix?.map(move),
  };
}
