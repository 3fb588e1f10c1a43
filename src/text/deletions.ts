import type { SourceFile, TextEdit } from '../model/source.js';
import { withoutBreak } from './lines.js';

/**
 * Makes deletions that touch or overlap into one each. One that takes the last lines of a text without a final line break
 * takes the break before them along. Other edits stay as they are.
 */
export function joinDeletions(files: readonly SourceFile[], edits: readonly TextEdit[]): readonly TextEdit[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const deletions = new Map<string, TextEdit[]>();
  const others: TextEdit[] = [];
  for (const edit of edits) {
    if (edit.text !== '') others.push(edit);
    else if (deletions.has(edit.file)) deletions.get(edit.file)!.push(edit);
    else deletions.set(edit.file, [edit]);
  }
  return [...others, ...[...deletions].flatMap(([file, own]) => joined(texts.get(file)!, own))];
}

function joined(text: string, deletions: readonly TextEdit[]): readonly TextEdit[] {
  const found: TextEdit[] = [];
  for (const next of [...deletions].sort((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (last && next.start <= last.end) found[found.length - 1] = { ...last, end: Math.max(last.end, next.end) };
    else found.push(next);
  }
  return found.map((edit) => {
    const lastLines = edit.end === text.length && !text.endsWith('\n') && text[edit.start - 1] === '\n';
    return lastLines ? { ...edit, start: withoutBreak(text, edit.start) } : edit;
  });
}
