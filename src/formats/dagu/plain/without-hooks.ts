import { createCollector } from '../../../diagnostics/diagnostics.js';
import { hookPrefix } from '../../../model/mark.js';
import type { SourceFile, TextEdit } from '../../../model/source.js';
import { applyEdits, joinDeletions } from '../../../text/edits.js';
import { createFlatDocument } from '../../../text/flat/flat-document.js';
import { scanFlat } from '../../../text/flat/scan-flat.js';
import { lineEndAfter, lineStartBefore, withoutBreak } from '../../../text/lines.js';
import { parseDocument } from '../../../text/yaml.js';
import { type DocumentSlice, splitStream } from '../../../text/yaml-stream.js';
import type { TakeOutInFull } from '../../format.js';
import { mayHoldMarks, readMark } from '../../yaml-steps/mark.js';
import { textPlaces } from '../../yaml-steps/text-place.js';
import { readDocument } from '../document.js';
import { takeOutOfHandlers } from '../earlier-hooks.js';
import { createStepKeys } from '../step-keys.js';
import { createOutline, type Wiring } from './outline.js';
import { readWiring } from './read-wiring.js';

/**
 * What a file most likely was before hooks were put in, by their marks and by what the hooks wait for. The caller has to make
 * sure: hooks put into it again must give the same text.
 * @param takeOutInFull takes hooks out of a document that is other than plain
 * @returns the file itself where it has no marks, `undefined` where no such guess can be made
 */
export function likelyBase(
  file: SourceFile,
  takeOutInFull: TakeOutInFull,
): { readonly base: SourceFile; readonly taken: readonly TextEdit[] } | undefined {
  const { path, text } = file;
  if (!mayHoldMarks(text)) return { base: file, taken: [] };
  const document = createFlatDocument();
  const wiring: Wiring = createOutline();
  const edits: TextEdit[] = [];
  for (const [position, slice] of splitStream(text).entries()) {
    const isRead = scanFlat(document, text, slice) && readWiring(wiring, document);
    const ofSteps = isRead ? takeOutOfSteps(file, slice, wiring) : undefined;
    if (ofSteps) {
      for (const edit of ofSteps) edits.push(edit);
      if (position === 0) edits.push(...ofRootHandlers(file, slice));
      continue;
    }
    const written = text.slice(slice.start, slice.end);
    if (!mayHoldMarks(written)) continue;
    const inFull = takeOutInFull({ path, text: written });
    if (!inFull) return undefined;
    for (const edit of inFull) edits.push({ ...edit, start: slice.start + edit.start, end: slice.start + edit.end });
  }
  // The text of one hook may end with what looks like the mark of the next.
  const taken = joinDeletions([file], edits).toSorted((a, b) => a.start - b.start || a.end - b.end);
  return taken.length === 0 ? undefined : { base: applyEdits([file], taken)[0]!, taken };
}

/** @returns `undefined` where that is not certain by names, marks and needs alone */
function takeOutOfSteps(
  { path, text }: SourceFile,
  slice: DocumentSlice,
  wiring: Wiring,
): readonly TextEdit[] | undefined {
  const isHook = wiring.names.slice(0, wiring.steps).map((name) => name.startsWith(hookPrefix));
  if (!isHook.includes(true)) return [];
  const edits: TextEdit[] = [];
  const add = (start: number, end: number, replacement: string) => {
    edits.push({ file: path, start, end, text: replacement });
  };
  const spaced = isSpaced(text, wiring, isHook);
  const firstKept = isHook.indexOf(false);
  const taken = isHook.every((hook, at) => {
    const blank = spaced ? (at < firstKept || firstKept < 0 ? 'below' : 'above') : 'none';
    return !hook || takeOut(text, slice, wiring, { at, blank }, add);
  });
  const wired = taken && isHook.every((hook, at) => hook || wireBack(text, wiring, at, isHook, add));
  return wired ? edits : undefined;
}

/** Hooks with marks in the handlers of the root, as they are taken out of any other file. */
function ofRootHandlers(file: SourceFile, slice: DocumentSlice): readonly TextEdit[] {
  const key = /^handler(?:On|_on):/m.exec(file.text.slice(slice.start, slice.end));
  if (!key) return [];
  const shared = { base: undefined, keysOf: createStepKeys() };
  const { report } = createCollector();
  const document = readDocument(parseDocument(file.text, slice), file, 0, shared, report);
  const dialect = key[0] === 'handlerOn:' ? 'v1' : 'v2';
  if (!document) return [];
  return takeOutOfHandlers(textPlaces([file])(file.path), { document, dag: 0, demanded: [], dialect }, report);
}

type Add = (start: number, end: number, text: string) => void;

/** Was a blank line put beside each hook, because there was one between the first two steps? */
function isSpaced(text: string, { dash, to }: Wiring, isHook: readonly boolean[]): boolean {
  const first = isHook.indexOf(false);
  const second = isHook.indexOf(false, first + 1);
  if (first < 0 || second < 0) return false;
  const behind = lineEndAfter(text, to[first]!);
  return behind < dash[second]! && isBlank(text, behind, lineEndAfter(text, behind));
}

/** The lines of a hook and its mark, with the blank line that was put beside it. */
function takeOut(
  text: string,
  slice: DocumentSlice,
  { dash, to }: Wiring,
  { at, blank }: { readonly at: number; readonly blank: 'above' | 'below' | 'none' },
  add: Add,
): boolean {
  const first = lineStartBefore(text, dash[at]!);
  const mark = lineStartBefore(text, first - 1);
  if (mark < slice.start || !readMark(text.slice(mark, first).trim())) return false;
  const above = lineStartBefore(text, mark - 1);
  const start = blank === 'above' && isBlank(text, above, mark) ? above : mark;
  const behind = lineEndAfter(text, to[at]!);
  const below = lineEndAfter(text, behind);
  const end = blank === 'below' && behind < slice.end && isBlank(text, behind, below) ? below : behind;
  add(end === text.length && !text.endsWith('\n') ? withoutBreak(text, start) : start, end, '');
  return true;
}

function isBlank(text: string, start: number, end: number): boolean {
  return start < end && text.slice(start, end).trim() === '';
}

/** What a step waited for before it waited for hooks: what these wait for. */
function wireBack(
  text: string,
  { type, names, needs, firstNeed, needsFrom, needsTo }: Wiring,
  at: number,
  isHook: readonly boolean[],
  add: Add,
): boolean {
  const own = needs.slice(firstNeed[at], firstNeed[at + 1]);
  if (!own.some((need) => isHook[need])) return true;
  const before = new Set<number>();
  const left = [...own].reverse();
  for (let need = left.pop(), looks = 0; need !== undefined; need = left.pop(), looks += 1) {
    if (looks > mostLooks) return false;
    if (!isHook[need]) before.add(need);
    // In a list that is run in order, a hook need not say what it waits for.
    else if (firstNeed[need] === firstNeed[need + 1] && need > 0 && type !== 'graph') left.push(need - 1);
    else for (let next = firstNeed[need + 1]! - 1; next >= firstNeed[need]!; next -= 1) left.push(needs[next]!);
  }
  const [start, end] = [needsFrom[at]!, needsTo[at]!];
  if (before.size === 0) {
    add(lineStartBefore(text, start), lineEndAfter(text, end), '');
    return !text.slice(start, end).includes('\n');
  }
  const words = [...before].map((need) => names[need]!);
  const written = text.slice(start, end);
  if (written.startsWith('[')) add(start + 1, end - 1, words.join(', '));
  else if (!written.startsWith('- ')) add(start, end, words.length === 1 ? words[0]! : `[${words.join(', ')}]`);
  else {
    const indent = ' '.repeat(start - lineStartBefore(text, start));
    add(start, end, words.map((word) => `- ${word}`).join(`${text[end] === '\r' ? '\r\n' : '\n'}${indent}`));
  }
  return true;
}

/** Hooks that wait for each other would never come to an end. */
const mostLooks = 10_000;
