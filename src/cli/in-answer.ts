import type { CompileResult } from '../compile.js';
import type { Diagnostic, Report } from '../diagnostics/diagnostics.js';
import type { SourceFile, Span, TextEdit } from '../model/source.js';
import { moved } from '../pipeline/point-into-inputs.js';
import type { FileChange } from '../render/diff.js';
import { peelAnswer } from '../text/answer.js';
import { isSameFile, type Targets } from './targets.js';

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
  return result.diagnostics.map((one) => moved(one, move));
}

/** Where the workflow starts in the answer; `undefined` where it was put together from several places. */
export function placeInAnswer(answer: string, workflow: string): number | undefined {
  const at = answer.indexOf(workflow);
  return at < 0 ? undefined : at;
}

/**
 * What is written back in place of a model's answer is the answer, with the new workflow where the old one stood. Where that cannot
 * be done, it is reported, so that no prose is lost.
 * @param before texts as they were read, by path
 */
export function intoAnswers(
  outputs: readonly SourceFile[],
  targets: Targets,
  before: ReadonlyMap<string, string>,
  manifest: string | undefined,
  report: Report,
): readonly SourceFile[] {
  return outputs.map(({ path, text }) => {
    const answer = before.get(path);
    const target = targets.get(path);
    if (answer === undefined || target === undefined || !isSameFile(target, path)) return { path, text };
    const { peeled, text: workflow } = peelAnswer(answer);
    if (!peeled) return { path, text };
    const whole = manifest === undefined ? replaced(answer, workflow, text) : undefined;
    if (whole === undefined) report('DW865', { path, manifest: manifest !== undefined });
    return { path, text: whole ?? answer };
  });
}

/** `undefined` where the workflow is made of several places, or would not be found again. */
function replaced(answer: string, workflow: string, text: string): string | undefined {
  const at = answer.indexOf(workflow);
  if (at < 0 || at !== answer.lastIndexOf(workflow)) return undefined;
  const whole = answer.slice(0, at) + text + answer.slice(at + workflow.length);
  return peelAnswer(whole).text === text ? whole : undefined;
}

export interface Change extends FileChange {
  /** True where a workflow was taken out of a model's answer around it. */
  readonly unwrapped: boolean;
}

/** What changes in which file, measured against the files as they were read. Files that stay the same are left out. */
export function changesOf(files: readonly SourceFile[], result: CompileResult): readonly Change[] {
  const inputs = new Map(result.inputs.map((file) => [file.path, file.text]));
  const outputs = new Map(result.outputs.map((file) => [file.path, file.text]));
  const edits = new Map<string, TextEdit[]>();
  for (const edit of result.edits) {
    const others = edits.get(edit.file);
    if (others) others.push(edit);
    else edits.set(edit.file, [edit]);
  }
  return files.flatMap(({ path, text: before }): Change[] => {
    const input = inputs.get(path);
    const output = outputs.get(path);
    if (input === undefined || output === undefined || output === before) return [];
    const own = (edits.get(path) ?? []).sort((a, b) => a.start - b.start || a.end - b.end);
    if (input === before) return [{ path, before, edits: own, unwrapped: false }];
    return [{ path, before, edits: unwrapping(path, before, input, output, own), unwrapped: true }];
  });
}

/** Edits of the whole answer: what is around the workflow goes, and the edits move along. */
function unwrapping(
  file: string,
  before: string,
  input: string,
  output: string,
  edits: readonly TextEdit[],
): readonly TextEdit[] {
  const at = placeInAnswer(before, input);
  // Several blocks were joined: no stretch of the answer is the workflow.
  if (at === undefined) return [{ file, start: 0, end: before.length, text: output }];
  return [
    { file, start: 0, end: at, text: '' },
    ...edits.map((edit) => ({ ...edit, start: edit.start + at, end: edit.end + at })),
    { file, start: at + input.length, end: before.length, text: '' },
  ];
}
