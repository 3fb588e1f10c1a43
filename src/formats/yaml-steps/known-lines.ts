import { typeOfPlain } from '../../text/flat/plain-type.js';
import type { EndOfKnown } from '../../text/flat/scan-list-again.js';
import { lineEndAfter, withoutBreak } from '../../text/lines.js';
import { fillIn } from '../../text/stencil.js';
import type { HookBlock, ListPlan, WrittenDag } from '../stencils.js';
import { valuesOf } from './hook-stencil.js';
import { onlyNeed, type PlainWorkflowText, stepColumn } from './plain-steps.js';

type KnownLines = (dag: number, plan: ListPlan, written: WrittenDag) => EndOfKnown;

/**
 * Tells of steps that were written which of them need not be read again. A scan of their lines has shown before what they say:
 * - A step whose lines are what they were says what it said.
 * - A step that waits for another one, and has one plain word in the place of another, says the same beside.
 * - A hook was read under both names that it was made under. What it says under both, it says under every name of their kind, for no
 *   letter of one means anything to YAML.
 */
export function createKnownLines(plain: PlainWorkflowText): KnownLines {
  const { placeOf, steps, nodeName } = plain;
  const placeInBlock = rememberedPlaces(plain);
  return (dag, plan, { text, hooks, words }) => {
    const before = placeOf(dag).text;
    const first = steps.firstRow(dag);
    // The digest in the mark of a hook says nothing to YAML.
    const values = valuesOf(words);
    const endOfHook = (hook: number, dash: number) => {
      const { block } = hooks[hook]!;
      const place = block.hook === plan.hooks[hook] ? placeInBlock(block) : undefined;
      if (!place) return -1;
      const lines = fillIn(block.lines, values);
      return endOfEqual(text, dash, lines, place.dash, lines.length - place.behind);
    };
    const endOfRewired = (row: number, dash: number, written: readonly number[], needs: readonly number[]) => {
      if (written.length !== 1 || needs.length !== 1) return -1;
      const name = needs[0]! < 0 ? plan.hooks[-1 - needs[0]!]!.name : nodeName(dag, needs[0]!);
      const was = nodeName(dag, written[0]!);
      const from = steps.at(row, stepColumn.needsFrom);
      const word = from < 0 ? undefined : onlyNeed(before, from, steps.at(row, stepColumn.needsTo), was);
      if (!word || before.slice(word.from, word.to) !== was || !isPlainWord(was) || !isPlainWord(name)) return -1;
      const start = endOfEqual(text, dash, before, steps.at(row, stepColumn.dash), word.from);
      const end = start < 0 ? -1 : endOfEqual(text, start, name, 0, name.length);
      return end < 0 ? -1 : endOfEqual(text, end, before, word.to, endOfLine(before, steps.at(row, stepColumn.to)));
    };
    return (item, dash) => {
      const number = plan.list[item];
      if (number === undefined) return -1;
      if (number < 0) return endOfHook(-1 - number, dash);
      const row = first + number;
      const needs = plan.needs[item];
      if (needs) return endOfRewired(row, dash, plan.written[number]!, needs);
      const end = endOfLine(before, steps.at(row, stepColumn.to));
      return endOfEqual(text, dash, before, steps.at(row, stepColumn.dash), end);
    };
  };
}

/** Where the same ends as from one offset of another text to another; -1 where it is not the same. */
function endOfEqual(text: string, at: number, other: string, from: number, to: number): number {
  const end = at + to - from;
  return text.slice(at, end) === other.slice(from, to) ? end : -1;
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
