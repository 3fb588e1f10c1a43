import type { CompileResult } from '../compile.js';
import type { SourceFile, TextEdit } from '../model/source.js';
import type { FileChange } from '../render/diff.js';
import { placeInAnswer } from './as-read.js';

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
