import type { SourceFile, Span, TextEdit } from '../../model/source.js';
import { dominantLineBreak, withoutBreak } from '../../text/lines.js';

/** Files as one text, each a document of it, so that what reads and writes one file does so with many. */
export interface JoinedFiles {
  readonly files: readonly SourceFile[];
  /** Has the path of the first one, in which all places are what they are in the joined text. */
  readonly file: SourceFile;
  /** A place in the joined text as one in its file. */
  spanIn(span: Span): Span;
  /** The same for changes. */
  editsIn(edits: readonly TextEdit[]): readonly TextEdit[];
}

export function joinFiles(files: readonly SourceFile[]): JoinedFiles {
  const { path } = files[0]!;
  const lineBreak = dominantLineBreak(files[0]!.text);
  const starts: number[] = [];
  let text = '';
  for (const file of files) {
    if (text !== '' && !text.endsWith('\n')) text += lineBreak;
    if (starts.length > 0) text += `---${lineBreak}`;
    starts.push(text.length);
    text += file.text;
  }
  const placeOf = (offset: number) => {
    const at = starts.findLastIndex((start) => start <= offset);
    return { file: files[at]!, base: starts[at]! };
  };
  return {
    files,
    file: { path, text },
    spanIn(span) {
      if (span.file !== path) return span;
      const { file, base } = placeOf(span.start);
      const within = (offset: number) => Math.min(offset - base, file.text.length);
      return { ...span, file: file.path, start: within(span.start), end: within(span.end) };
    },
    editsIn: (edits) =>
      edits.map((edit) => {
        const { file, base } = placeOf(edit.start);
        return withinFile(
          { ...edit, file: file.path, start: edit.start - base, end: edit.end - base },
          file,
          lineBreak,
        );
      }),
  };
}

/** Behind a file without a final line break the joined text has one: lines that come behind it bring their own, and end without. */
function withinFile(edit: TextEdit, file: SourceFile, lineBreak: string): TextEdit {
  const { length } = file.text;
  if (edit.end <= length) return edit;
  const unended = edit.text.slice(0, withoutBreak(edit.text, edit.text.length));
  const text = edit.start > length ? lineBreak + unended : unended;
  return { ...edit, start: Math.min(edit.start, length), end: length, text };
}
