import type { CompileResult } from '../compile.js';
import type { Diagnostic } from '../diagnostics/diagnostics.js';
import type { SourceFile, Span } from '../model/source.js';

/**
 * The compiler's diagnostics point into the workflow; where that was taken out of a model's answer, people look at the answer.
 * This moves their spans there.
 */
export function diagnosticsAsRead(
  files: readonly SourceFile[],
  result: Pick<CompileResult, 'inputs' | 'diagnostics'>,
): readonly Diagnostic[] {
  const texts = new Map(result.inputs.map((file) => [file.path, file.text]));
  const shifts = new Map(files.map(({ path, text }) => [path, placeInAnswer(text, texts.get(path) ?? text) ?? 0]));
  if ([...shifts.values()].every((shift) => shift === 0)) return result.diagnostics;
  const move = <S extends Span>(span: S): S => {
    const shift = shifts.get(span.file) ?? 0;
    return { ...span, start: span.start + shift, end: span.end + shift };
  };
  return result.diagnostics.map((one) => ({
    ...one,
    span: one.span && move(one.span),
    related: one.related && { ...one.related, span: move(one.related.span) },
    fix: one.fix?.map(move),
  }));
}

/** Where the workflow starts in the answer; `undefined` where it was put together from several places. */
export function placeInAnswer(answer: string, workflow: string): number | undefined {
  const at = answer.indexOf(workflow);
  return at < 0 ? undefined : at;
}
