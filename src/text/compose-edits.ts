import type { SourceFile, TextEdit } from '../model/source.js';
import { inOrder } from './edits.js';

/**
 * The edits that do in one step what `first` and then `second` do; what both together leave as it was is no edit.
 * @param files those whose edits are wanted
 * @param first edits of these, and maybe of others
 * @param second edits of what `first` leads to
 */
export function composeEdits(
  files: readonly SourceFile[],
  first: readonly TextEdit[],
  second: readonly TextEdit[],
): readonly TextEdit[] {
  const firsts = byFile(first);
  const seconds = byFile(second);
  return files.flatMap(({ path, text }) => {
    const before = firsts.get(path) ?? [];
    const after = seconds.get(path) ?? [];
    return before.length === 0 ? simplified(text, after) : toEdits(path, text, cut(piecesOf(text, before), after));
  });
}

/** Edits that do the same: those that touch are joined, and those that change nothing are left out. */
function simplified(text: string, edits: readonly TextEdit[]): readonly TextEdit[] {
  const found: TextEdit[] = [];
  let open: TextEdit | undefined;
  const close = () => {
    const edit = open && trimmed(text, open);
    if (edit && (edit.start < edit.end || edit.text !== '')) found.push(edit);
  };
  for (const edit of edits) {
    if (open && edit.start === open.end) open = { ...open, end: edit.end, text: open.text + edit.text };
    else {
      close();
      open = edit;
    }
  }
  close();
  return found;
}

/** Finds for an offset of the edited text the one it came from; inside of what was put in, where that was put. */
export function offsetsBefore(edits: readonly TextEdit[]): (offset: number) => number {
  const sorted = inOrder(edits);
  const shifts: { readonly from: number; readonly to: number; readonly end: number }[] = [];
  let shift = 0;
  for (const edit of sorted) {
    const from = edit.start + shift;
    shift += edit.text.length - (edit.end - edit.start);
    shifts.push({ from, to: edit.start, end: edit.end });
  }
  return (offset) => {
    let low = 0;
    let high = shifts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (shifts[middle]!.from <= offset) low = middle + 1;
      else high = middle;
    }
    const last = shifts[low - 1];
    if (!last) return offset;
    const put = sorted[low - 1]!.text.length;
    return offset < last.from + put ? last.to : last.end + (offset - last.from - put);
  };
}

/** A stretch of the first text, or, where `text` is not empty, something new in its place. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** In order of position. */
export function byFile(edits: readonly TextEdit[]): ReadonlyMap<string, readonly TextEdit[]> {
  const groups = new Map<string, TextEdit[]>();
  for (const edit of edits) {
    const group = groups.get(edit.file);
    if (group) group.push(edit);
    else groups.set(edit.file, [edit]);
  }
  return new Map([...groups].map(([file, group]) => [file, inOrder(group)]));
}

/** What an edited text is made of. */
function piecesOf(text: string, edits: readonly TextEdit[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const edit of edits) {
    if (edit.start > from) pieces.push({ start: from, end: edit.start, text: '' });
    if (edit.text !== '') pieces.push({ start: edit.start, end: edit.start, text: edit.text });
    from = edit.end;
  }
  if (from < text.length) pieces.push({ start: from, end: text.length, text: '' });
  return pieces;
}

/** The pieces that are left once a text made of pieces is edited again. */
function cut(pieces: readonly Piece[], edits: readonly TextEdit[]): readonly Piece[] {
  const found: Piece[] = [];
  let at = 0;
  let index = 0;
  let used = 0;
  const take = (until: number, keep: boolean) => {
    while (at < until && index < pieces.length) {
      const piece = pieces[index]!;
      const length = piece.text === '' ? piece.end - piece.start : piece.text.length;
      const part = Math.min(length - used, until - at);
      if (keep) found.push(partOf(piece, used, part));
      at += part;
      used += part;
      if (used < length) return;
      index += 1;
      used = 0;
    }
  };
  for (const edit of edits) {
    take(edit.start, true);
    const { start = 0 } = pieces[index] ?? {};
    if (edit.text !== '') found.push({ start, end: start, text: edit.text });
    take(edit.end, false);
  }
  take(Number.POSITIVE_INFINITY, true);
  return found;
}

function partOf(piece: Piece, from: number, length: number): Piece {
  if (piece.text !== '') return { ...piece, text: piece.text.slice(from, from + length) };
  return { start: piece.start + from, end: piece.start + from + length, text: '' };
}

function toEdits(file: string, text: string, pieces: readonly Piece[]): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let from = 0;
  let put: string[] = [];
  const close = (until: number) => {
    const edit = trimmed(text, { file, start: from, end: until, text: put.join('') });
    if (edit.start < edit.end || edit.text !== '') edits.push(edit);
    put = [];
  };
  for (const piece of pieces) {
    if (piece.text !== '') {
      put.push(piece.text);
      continue;
    }
    close(piece.start);
    from = piece.end;
  }
  close(text.length);
  return edits;
}

/** Without what is equal at both ends. */
function trimmed(text: string, edit: TextEdit): TextEdit {
  let { start, end } = edit;
  if (start === end) return edit;
  let from = 0;
  let to = edit.text.length;
  while (start < end && from < to && text.charCodeAt(start) === edit.text.charCodeAt(from)) {
    start += 1;
    from += 1;
  }
  while (start < end && from < to && text.charCodeAt(end - 1) === edit.text.charCodeAt(to - 1)) {
    end -= 1;
    to -= 1;
  }
  return { ...edit, start, end, text: edit.text.slice(from, to) };
}
