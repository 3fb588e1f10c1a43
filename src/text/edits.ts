import type { SourceFile, TextEdit } from '../model/source.js';
import { withoutBreak } from './lines.js';

/** An edit of one text, whichever file it is. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Applies edits to the files that they name, in linear time but for sorting. Insertions at one offset keep the order of the
 * list, and are before a replacement that starts there.
 * @throws where edits overlap, reach beyond the text or name no file: a fault of the code that made them
 */
export function applyEdits(files: readonly SourceFile[], edits: readonly TextEdit[]): readonly SourceFile[] {
  const byFile = groupByFile(files, edits);
  return files.map((file) => ({ ...file, text: splice(file.text, sortEdits(byFile.get(file.path)!, file)) }));
}

/** Applies edits to a part of a text alone. */
export function editedPart(
  { path, text }: SourceFile,
  { start, end }: { readonly start: number; readonly end: number },
  edits: readonly TextEdit[],
): string {
  const inPart = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
  return applyEdits([{ path, text: text.slice(start, end) }], inPart)[0]!.text;
}

/** The edits that lead from the edited files back to the originals. */
export function inverseEdits(files: readonly SourceFile[], edits: readonly TextEdit[]): readonly TextEdit[] {
  const byFile = groupByFile(files, edits);
  return files.flatMap((file) => {
    let shift = 0;
    return sortEdits(byFile.get(file.path)!, file).map((edit) => {
      const start = edit.start + shift;
      shift += edit.text.length - (edit.end - edit.start);
      return { file: file.path, start, end: start + edit.text.length, text: file.text.slice(edit.start, edit.end) };
    });
  });
}

/**
 * Is the output the input with these edits and nothing else? Checked apart from how edits are applied. V8 compares slices many times
 * faster than it finds out what a text starts with.
 * @param part of the input that the output was made of; all of it unless said
 */
export function bytesOutsideEditsAreEqual(
  input: string,
  output: string,
  edits: readonly Splice[],
  part: { readonly start: number; readonly end: number } = { start: 0, end: input.length },
): boolean {
  let from = part.start;
  let to = 0;
  for (const edit of inOrder(edits)) {
    const kept = edit.start - from;
    if (kept < 0 || input.slice(from, edit.start) !== output.slice(to, to + kept)) return false;
    to += kept;
    const added = to;
    to += edit.text.length;
    if (output.slice(added, to) !== edit.text) return false;
    from = edit.end;
  }
  return input.slice(from, part.end) === output.slice(to);
}

/** In order of position; those at one place stay in the order of the list. Most lists are in order already. */
export function inOrder<One extends Splice>(edits: readonly One[]): readonly One[] {
  for (let at = 1; at < edits.length; at += 1)
    if (byPlace(edits[at - 1]!, edits[at]!) > 0) return [...edits].sort(byPlace);
  return edits;
}

function groupByFile(files: readonly SourceFile[], edits: readonly TextEdit[]): ReadonlyMap<string, TextEdit[]> {
  const byFile = new Map<string, TextEdit[]>(files.map((file) => [file.path, []]));
  for (const edit of edits) {
    const group = byFile.get(edit.file);
    if (!group) throw new Error(`edit ${edit.start}..${edit.end} names "${edit.file}", which is not among the files`);
    group.push(edit);
  }
  return byFile;
}

function sortEdits(edits: readonly TextEdit[], file: SourceFile): readonly TextEdit[] {
  const sorted = inOrder(edits);
  sorted.forEach((edit, index) => {
    const before = sorted[index - 1];
    if (edit.start < 0 || edit.end < edit.start || edit.end > file.text.length) {
      throw new Error(`edit ${edit.start}..${edit.end} reaches beyond "${file.path}" (0..${file.text.length})`);
    }
    if (before && edit.start < before.end) {
      throw new Error(`edits ${before.start}..${before.end} and ${edit.start}..${edit.end} of "${file.path}" overlap`);
    }
  });
  return sorted;
}

function byPlace(a: Splice, b: Splice): number {
  return a.start - b.start || a.end - b.end;
}

/** Applies edits that are sorted and do not overlap. */
export function splice(text: string, sorted: readonly Splice[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const edit of sorted) {
    pieces.push(text.slice(from, edit.start), edit.text);
    from = edit.end;
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}

/**
 * Makes deletions that touch or overlap into one each. One that takes the last lines of a text without a final line break
 * takes the break before them along. Other edits stay as they are.
 * @returns all of them in order of position
 */
export function joinDeletions(files: readonly SourceFile[], edits: readonly TextEdit[]): readonly TextEdit[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const joined: TextEdit[] = [];
  /** By file, where the last of its deletions is among these. */
  const latest = new Map<string, number>();
  for (const edit of inOrder(edits)) {
    if (edit.text === '') {
      const at = latest.get(edit.file);
      const before = at === undefined ? undefined : joined[at];
      if (before && edit.start <= before.end) {
        joined[at!] = { ...before, end: Math.max(before.end, edit.end) };
        continue;
      }
      latest.set(edit.file, joined.length);
    }
    joined.push(edit);
  }
  return joined.map((edit) => (edit.text === '' ? withBreakBefore(texts.get(edit.file)!, edit) : edit));
}

function withBreakBefore(text: string, edit: TextEdit): TextEdit {
  const lastLines = edit.end === text.length && !text.endsWith('\n') && text[edit.start - 1] === '\n';
  return lastLines ? { ...edit, start: withoutBreak(text, edit.start) } : edit;
}
