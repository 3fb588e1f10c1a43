import type { CompileResult } from '../compile.js';
import type { Diagnostic, Report } from '../diagnostics/diagnostics.js';
import { whenAsked } from '../formats/when-asked.js';
import type { SourceFile, Span, TextEdit, WrittenFile } from '../model/source.js';
import { moved } from '../pipeline/point-into-inputs.js';
import type { FileChange } from '../render/diff.js';
import { peelAnswer } from '../text/answer.js';
import { placesIn } from '../text/answer-places.js';
import { byFile } from '../text/compose-edits.js';
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
  const answers = new Map(files.map((file) => [file.path, file.text]));
  const places = new Map(files.map(({ path, text }) => [path, placesInAnswer(text, texts.get(path) ?? text)]));
  if ([...places.values()].every((place) => place === undefined || place === asItIs)) return result.diagnostics;
  const move = <S extends Span>(span: S): S => {
    const place = places.get(span.file) ?? asItIs;
    const start = place(span.start);
    return { ...span, start, end: span.end === span.start ? start : place(span.end - 1) + 1 };
  };
  const canMove = (edit: TextEdit): boolean => {
    const { start, end } = move(edit);
    const lineStart = (texts.get(edit.file) ?? '').lastIndexOf('\n', edit.start - 1) + 1;
    const answer = answers.get(edit.file) ?? '';
    const isWholeLine = answer.lastIndexOf('\n', start - 1) + 1 === move({ ...edit, start: lineStart }).start;
    // No sign of a quote is between its ends, or missing in the lines that it adds.
    return end - start === edit.end - edit.start && (isWholeLine || !edit.text.includes('\n'));
  };
  return result.diagnostics.map((one) => {
    const asRead = moved(one, move);
    return one.fix?.every(canMove) ? asRead : { ...asRead, fix: undefined };
  });
}

/** Where the offsets of a workflow are in the answer that it was taken from; `undefined` where it is not found there. */
export function placesInAnswer(answer: string, workflow: string): ((offset: number) => number) | undefined {
  if (answer === workflow) return asItIs;
  const peeled = peelAnswer(answer);
  const places = peeled.text === workflow ? placesIn(answer, peeled) : undefined;
  const start = placeInAnswer(answer, workflow);
  return places ?? (start === undefined ? undefined : (offset) => offset + start);
}

const asItIs = (offset: number) => offset;

/** Where the workflow starts in the answer; `undefined` where it was put together from several places. */
function placeInAnswer(answer: string, workflow: string): number | undefined {
  const at = answer.indexOf(workflow);
  return at < 0 ? undefined : at;
}

/**
 * What is written back in place of a model's answer is the answer, with the new workflow where the old one stood. Where that cannot
 * be done, it is reported, so that no prose is lost.
 * @param before texts as they were read, by path
 */
export function intoAnswers(
  { inputs, outputs }: { readonly inputs: readonly SourceFile[]; readonly outputs: readonly WrittenFile[] },
  targets: Targets,
  before: ReadonlyMap<string, string>,
  manifest: string | undefined,
  report: Report,
): readonly WrittenFile[] {
  const read = new Map(inputs.map((file) => [file.path, file.text]));
  return outputs.map((output) => {
    const { path } = output;
    const answer = before.get(path);
    const target = targets.get(path);
    if (answer === undefined || answer === read.get(path)) return output;
    if (target === undefined || !isSameFile(target, path)) return output;
    const { peeled, text: workflow } = peelAnswer(answer);
    if (!peeled) return output;
    const { text } = output;
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
  const outputs = new Map(result.outputs.map((file) => [file.path, file]));
  // Where nothing changes, nobody has to make them.
  const edits = whenAsked(() => byFile(result.edits));
  return files.flatMap(({ path, text: before }): Change[] => {
    const input = inputs.get(path);
    const output = outputs.get(path);
    if (input === undefined || output === undefined || isSameText(output, before)) return [];
    const own = edits().get(path) ?? [];
    if (input === before) return [{ path, before, edits: own, unwrapped: false }];
    return [{ path, before, edits: unwrapping(path, before, input, output.text, own), unwrapped: true }];
  });
}

/** What is made of pieces has hooks that were not there before, and nobody has to put all of it together. */
export function isSameText(output: WrittenFile, before: string | undefined): boolean {
  return output.pieces === undefined && output.text === before;
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
