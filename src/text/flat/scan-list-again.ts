import { lineStartBefore } from '../lines.js';
import { type DocumentSlice, onlySlice } from '../yaml-stream.js';
import { carriageReturn, lineFeed } from './characters.js';
import { afterBreak, afterSpaces, type Cursor, isBreakOrEnd, toContent } from './cursor.js';
import type { FlatDocument } from './flat-document.js';
import { isDash, scanItemHere, startScan } from './scan-flat.js';

/** A block list right within a key of the root, as it was in the document that another one was made of. */
export interface ListBefore {
  readonly text: string;
  readonly slice: DocumentSlice;
  /** Where its first dash is, and where its last item ends. */
  readonly dash: number;
  readonly to: number;
  /** Where the first edit starts, and where the last one ends. What is outside of the two is what it was. */
  readonly firstEdit: number;
  readonly lastEdit: number;
}

/** Items, in the order of the text: where the dash of each is, where its value ends, and which node that is. */
export interface ItemsAgain {
  count: number;
  readonly dash: number[];
  readonly to: number[];
  /** -1 for one that is known; it ends where its last line does. */
  readonly node: number[];
}

/**
 * Where the last line of an item ends, without its break, whose lines are known: a scan of just these took them for one item at the same
 * column. -1 where they are not known.
 */
export type EndOfKnown = (item: number, dash: number) => number;

/**
 * Scans the list of a document that was made of a scanned one, and passes over what is known: a scan of it would end at the same place,
 * for it looks no further than to the next line that is no deeper than the dash of an item.
 *
 * - In front of the first line that changed, the scan was at the same place of the same text.
 * - An item says what it says elsewhere where its lines are the same, and what follows it is no deeper than its dash.
 * - Behind the list, the scan is at the same line as before, with the same text to come.
 * @returns false where it is a list no more, or something outside of it changed
 */
export function scanListAgain(
  into: FlatDocument,
  text: string,
  before: ListBefore,
  endOfKnown: EndOfKnown,
  items: ItemsAgain,
): boolean {
  const slice = onlySlice(text);
  if (!slice) return false;
  const old = startScan(into, before.text, before.slice);
  const cursor = startScan(into, text, slice);
  if (!cursor || !old) return false;
  items.count = 0;
  const first = lineStartBefore(before.text, Math.min(before.firstEdit, before.dash));
  if (first < before.slice.start || !toContent(old, first) || old.at !== before.dash) return false;
  const column = old.indent;
  if (!toContent(cursor, first - before.slice.start)) return false;
  while (cursor.indent === column && isDash(cursor)) {
    const dash = cursor.at;
    const end = endOfKnown(items.count, dash);
    const isKnown = end >= 0 && endsAt(cursor, end, column);
    const node = isKnown ? -1 : into.count;
    if (!(isKnown ? toContent(cursor, afterBreak(cursor, end)) : scanItemHere(cursor, column))) return false;
    items.node[items.count] = node;
    items.dash[items.count] = dash;
    items.to[items.count] = isKnown ? end : into.to[node]!;
    items.count += 1;
  }
  if (cursor.indent > column || !toContent(old, afterBreak(old, before.to))) return false;
  return before.lastEdit <= old.at && cursor.end - cursor.at === old.end - old.at;
}

/** Does a line end here, and is what follows no deeper than a dash, so that it does not belong to the item as well? */
function endsAt(cursor: Cursor, endOfLine: number, column: number): boolean {
  const { text, end } = cursor;
  if (!isBreakOrEnd(cursor, endOfLine)) return false;
  for (let line = afterBreak(cursor, endOfLine); ; ) {
    const at = afterSpaces(text, line, end);
    const code = at < end ? text.charCodeAt(at) : -1;
    if (code === lineFeed) line = at + 1;
    else if (code === carriageReturn && text.charCodeAt(at + 1) === lineFeed) line = at + 2;
    else return code < 0 || at - line <= column;
  }
}
