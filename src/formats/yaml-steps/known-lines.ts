import type { TextEdit } from '../../model/source.js';
import { inOrder } from '../../text/edits.js';
import { typeOfPlain } from '../../text/flat/plain-type.js';
import type { EndOfKnown } from '../../text/flat/scan-list-again.js';
import { lineEndAfter, withoutBreak } from '../../text/lines.js';
import { fillIn } from '../../text/stencil.js';
import type { HookBlock, ListPlan, WrittenDag } from '../stencils.js';
import { hole, valuesOf } from './hook-stencil.js';
import { noDigest } from './mark.js';
import { onlyNeed, type PlainWorkflowText, stepColumn } from './plain-steps.js';

type KnownLines = (dag: number, plan: ListPlan, written: WrittenDag) => EndOfKnown;

/**
 * Tells of steps that were written which of them need not be read again. A scan of their lines has shown before what they say:
 * - A step whose lines are what they were says what it said.
 * - A step that waits for another one, and has one plain word in the place of another, says the same beside.
 * - A hook was read under both names that it was made under. What it says under both, it says under every name of their kind, for no
 *   letter of one means anything to YAML.
 *
 * The text is to be what it was with its edits and nothing else, so that where a line is follows from the edits before it.
 */
export function createKnownLines(plain: PlainWorkflowText): KnownLines {
  const { placeOf, sliceOf, steps, nodeName } = plain;
  const placeInBlock = rememberedPlaces(plain);
  return (dag, plan, { edits, hooks, words }) => {
    const before = placeOf(dag).text;
    const first = steps.firstRow(dag);
    const moved = createMoved(inOrder(edits), sliceOf(dag).start);
    const values = valuesOf(words);
    const endOfHook = (hook: number, dash: number) => {
      const { block, digest, edit } = hooks[hook]!;
      const place = block.hook === plan.hooks[hook] ? placeInBlock(block) : undefined;
      const start = place ? moved.startOf(edit) : -1;
      values[hole.digest] = digest;
      const lines = fillIn(block.lines, values);
      const inEdit = edit.text === lines ? 0 : edit.text.indexOf(lines);
      if (!place || start < 0 || inEdit < 0 || start + inEdit + place.dash !== dash) return -1;
      return start + inEdit + lines.length - place.behind;
    };
    const endOfRewired = (row: number, dash: number, written: readonly number[], needs: readonly number[]) => {
      if (written.length !== 1 || needs.length !== 1) return -1;
      const name = needs[0]! < 0 ? plan.hooks[-1 - needs[0]!]!.name : nodeName(dag, needs[0]!);
      const was = nodeName(dag, written[0]!);
      const from = steps.at(row, stepColumn.needsFrom);
      const word = from < 0 ? undefined : onlyNeed(before, from, steps.at(row, stepColumn.needsTo), was);
      if (!word || before.slice(word.from, word.to) !== was || !isPlainWord(was) || !isPlainWord(name)) return -1;
      if (moved.endOfKept(steps.at(row, stepColumn.dash), word.from, dash) < 0) return -1;
      const end = moved.endOfReplaced(word.from, word.to, name);
      return end < 0 ? -1 : moved.endOfKept(word.to, endOfLine(before, steps.at(row, stepColumn.to)), end);
    };
    return (item, dash) => {
      const number = plan.list[item];
      if (number === undefined) return -1;
      if (number < 0) return endOfHook(-1 - number, dash);
      const row = first + number;
      const needs = plan.needs[item];
      if (needs) return endOfRewired(row, dash, plan.written[number]!, needs);
      return moved.endOfKept(steps.at(row, stepColumn.dash), endOfLine(before, steps.at(row, stepColumn.to)), dash);
    };
  };
}

/** Where stretches of a text are once it is edited; asked for in their order. Each answers -1 for what is not there, or is asked for too late. */
interface Moved {
  /** Where a stretch ends that no edit touches, and that is at an offset now. */
  endOfKept(from: number, to: number, at: number): number;
  /** Where a word ends that an edit puts into the place of just that stretch. */
  endOfReplaced(from: number, to: number, word: string): number;
  /** Where the text of an edit starts. */
  startOf(edit: TextEdit): number;
}

/** @param start of the part that became a text of its own */
function createMoved(edits: readonly TextEdit[], start: number): Moved {
  let next = 0;
  let shift = -start;
  let passed = start;
  const pass = ({ start, end, text }: TextEdit) => {
    shift += text.length - (end - start);
    passed = end;
    next += 1;
  };
  return {
    endOfKept(from, to, at) {
      if (from < passed) return -1;
      while (next < edits.length && edits[next]!.end <= from) pass(edits[next]!);
      const isTouched = next < edits.length && edits[next]!.start < to;
      return isTouched || from + shift !== at ? -1 : to + shift;
    },
    endOfReplaced(from, to, word) {
      const edit = edits[next];
      if (edit?.start !== from || edit.end !== to || edit.text !== word) return -1;
      pass(edit);
      return to + shift;
    },
    startOf(edit) {
      while (next < edits.length && edits[next] !== edit) pass(edits[next]!);
      if (next === edits.length) return -1;
      const at = edit.start + shift;
      pass(edit);
      return at;
    },
  };
}

function endOfLine(text: string, at: number): number {
  return withoutBreak(text, lineEndAfter(text, at));
}

/** Without quotes, is it a text and nothing else to YAML, wherever it is? */
function isPlainWord(name: string): boolean {
  return plainWord.test(name) && typeOfPlain(name, 0, name.length) === 'string';
}

const plainWord = /^[A-Za-z_][\w.-]*$/;

/** Where in the lines of a hook its dash is, and how many characters are behind its last value. */
interface PlaceInBlock {
  readonly dash: number;
  readonly behind: number;
}

/**
 * Reads the lines of a hook under both of its names, once.
 * @returns what answers `undefined` for a hook that has names of other steps, or is more than one step, or another one than it should be:
 * that is read where it was written
 */
function rememberedPlaces({ reader, lineBreak }: PlainWorkflowText): (block: HookBlock) => PlaceInBlock | undefined {
  const known = new Map<HookBlock, PlaceInBlock | undefined>();
  const placeUnder = ({ hook, lines }: HookBlock, words: readonly string[]): PlaceInBlock | undefined => {
    const values = valuesOf(words);
    values[hole.digest] = noDigest;
    const text = fillIn(lines, values);
    const head = `steps:${lineBreak}`;
    const read = reader.stepsAlone(head + text);
    if (read?.count !== 1 || read.nameOf(0) !== hook.name || !read.says(0, fillIn(hook.content, values)))
      return undefined;
    return { dash: read.dash[0]! - head.length, behind: head.length + text.length - read.to[0]! };
  };
  const placeIn = (block: HookBlock): PlaceInBlock | undefined => {
    const { needsNodes, madeUnder } = block.hook;
    if (needsNodes) return undefined;
    const [place, other] = [placeUnder(block, madeUnder[0]), placeUnder(block, madeUnder[1])];
    return place?.dash === other?.dash && place?.behind === other?.behind ? place : undefined;
  };
  return (block) => {
    if (!known.has(block)) known.set(block, placeIn(block));
    return known.get(block);
  };
}
