import { createCollector } from '../../../diagnostics/diagnostics.js';
import { hookPrefix } from '../../../model/mark.js';
import type { SourceFile, TextEdit } from '../../../model/source.js';
import { applyEdits, inOrder, joinDeletions } from '../../../text/edits.js';
import { lineEndAfter, lineStartBefore, withoutBreak } from '../../../text/lines.js';
import { parseDocument } from '../../../text/yaml.js';
import { type DocumentSlice, splitStream } from '../../../text/yaml-stream.js';
import type { TakeOutInFull } from '../../format.js';
import { mayHoldMarks, readMark } from '../../yaml-steps/mark.js';
import { textPlaces } from '../../yaml-steps/text-place.js';
import { readDocument } from '../document.js';
import { takeOutOfHandlers } from '../earlier-hooks.js';
import { createStepKeys } from '../step-keys.js';
import { type SkimmedStep, type SkimmedSteps, skimSteps } from './skim-steps.js';

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
  const edits: TextEdit[] = [];
  for (const [position, slice] of splitStream(text).entries()) {
    const written = text.slice(slice.start, slice.end);
    if (!mayHoldMarks(written)) continue;
    const skimmed = skimSteps(text, slice);
    const ofSteps = skimmed && takeOutOfSteps(file, slice, skimmed);
    if (ofSteps) {
      for (const edit of ofSteps) edits.push(edit);
      if (position === 0) edits.push(...ofRootHandlers(file, slice));
      continue;
    }
    const inFull = takeOutInFull({ path, text: written });
    if (!inFull) return undefined;
    for (const edit of inFull) edits.push({ ...edit, start: slice.start + edit.start, end: slice.start + edit.end });
  }
  // The text of one hook may end with what looks like the mark of the next.
  const taken = inOrder(joinDeletions([file], edits));
  return taken.length === 0 ? undefined : { base: applyEdits([file], taken)[0]!, taken };
}

/** @returns `undefined` where that is not certain by names, marks and needs alone */
function takeOutOfSteps(
  { path, text }: SourceFile,
  slice: DocumentSlice,
  { type, steps }: SkimmedSteps,
): readonly TextEdit[] | undefined {
  const isHook = ({ name }: SkimmedStep) => name.startsWith(hookPrefix);
  const positions = new Map(steps.map(({ name }, at) => [name, at]));
  if (positions.size < steps.length) return undefined;
  const edits: TextEdit[] = [];
  const add = (start: number, end: number, replacement: string) => {
    edits.push({ file: path, start, end, text: replacement });
  };
  const [first, second] = steps.filter((step) => !isHook(step));
  const spaced = isSpaced(text, first, second);
  const wiring: Wiring = { steps, positions, isInOrder: type !== 'graph' };
  const areDone = steps.every((step) => {
    if (!isHook(step)) return wireBack(text, wiring, step, add);
    const blank = !spaced ? 'none' : step.dash < first!.dash ? 'below' : 'above';
    return takeOut(text, slice, step, blank, add);
  });
  return areDone ? edits : undefined;
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
function isSpaced(text: string, first: SkimmedStep | undefined, second: SkimmedStep | undefined): boolean {
  if (!first || !second) return false;
  const behind = lineEndAfter(text, first.lastLine);
  return behind < second.dash && isBlank(text, behind, lineEndAfter(text, behind));
}

/** The lines of a hook and its mark, with the blank line that was put beside it. */
function takeOut(
  text: string,
  slice: DocumentSlice,
  { dash, lastLine }: SkimmedStep,
  blank: 'above' | 'below' | 'none',
  add: Add,
): boolean {
  const first = lineStartBefore(text, dash);
  const mark = lineStartBefore(text, first - 1);
  if (mark < slice.start || !readMark(text.slice(mark, first).trim()) || mayTellMore(text, dash)) return false;
  const above = lineStartBefore(text, mark - 1);
  const start = blank === 'above' && isBlank(text, above, mark) ? above : mark;
  const behind = lineEndAfter(text, lastLine);
  const below = lineEndAfter(text, behind);
  const end = blank === 'below' && behind < slice.end && isBlank(text, behind, below) ? below : behind;
  add(end === text.length && !text.endsWith('\n') ? withoutBreak(text, start) : start, end, '');
  return true;
}

/** Its description, which comes right below its name, may say what steps waited for before. */
function mayTellMore(text: string, dash: number): boolean {
  const second = lineEndAfter(text, dash);
  return /^ *description:/.test(text.slice(second, lineEndAfter(text, second)));
}

function isBlank(text: string, start: number, end: number): boolean {
  return start < end && text.slice(start, end).trim() === '';
}

interface Wiring {
  readonly steps: readonly SkimmedStep[];
  readonly positions: ReadonlyMap<string, number>;
  /** Does a step wait for the one before where it does not say? */
  readonly isInOrder: boolean;
}

/** What a step waited for before it waited for hooks: what these wait for. */
function wireBack(text: string, { steps, positions, isInOrder }: Wiring, step: SkimmedStep, add: Add): boolean {
  const { needs, needsFrom, needsTo } = step;
  if (!needs.some((need) => need.startsWith(hookPrefix))) return true;
  const before = new Set<string>();
  const left = needs.toReversed();
  for (let need = left.pop(), looks = 0; need !== undefined; need = left.pop(), looks += 1) {
    const at = positions.get(need);
    if (looks > mostLooks || at === undefined) return false;
    const further = steps[at]!.needs;
    if (!need.startsWith(hookPrefix)) before.add(need);
    // In a list that is run in order, a hook need not say what it waits for.
    else if (further.length > 0) for (const next of further.toReversed()) left.push(next);
    else if (at > 0 && isInOrder) left.push(steps[at - 1]!.name);
  }
  const words = [...before];
  if (words.length === 0) {
    add(lineStartBefore(text, needsFrom), lineEndAfter(text, needsTo), '');
    return !text.slice(needsFrom, needsTo).includes('\n');
  }
  const written = text.slice(needsFrom, needsTo);
  if (written.startsWith('[')) add(needsFrom + 1, needsTo - 1, words.join(', '));
  else if (!written.startsWith('- ')) add(needsFrom, needsTo, words.length === 1 ? words[0]! : `[${words.join(', ')}]`);
  else {
    const indent = ' '.repeat(needsFrom - lineStartBefore(text, needsFrom));
    const lineBreak = text[needsTo] === '\r' ? '\r\n' : '\n';
    add(needsFrom, needsTo, words.map((word) => `- ${word}`).join(`${lineBreak}${indent}`));
  }
  return true;
}

/** Hooks that wait for each other would never come to an end. */
const mostLooks = 10_000;
