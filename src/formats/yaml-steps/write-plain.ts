import type { TextEdit } from '../../model/source.js';
import { fillIn } from '../../text/stencil.js';
import type { HookBlock, HookStencil, ListPlan, WrittenDag, WrittenHook } from '../stencils.js';
import { hole, hookBlock, needsLines, valuesOf } from './hook-stencil.js';
import { contentDigest, noDigest } from './mark.js';
import {
  insertBehind,
  insertInFront,
  layoutOfSteps,
  type PlainWorkflowText,
  rewire,
  rewireOne,
  type StepLayout,
  stepColumn,
} from './plain-steps.js';

type WriteDag = (dag: number, plan: ListPlan, words: readonly string[], marks: boolean) => WrittenDag;

/** Makes what writes the plan of a shape into one DAG of it. */
export function createDagWriter(plain: PlainWorkflowText): WriteDag {
  const { steps, spelling, lineBreak, placeOf, sliceOf, pairInFull } = plain;
  const blocks = [false, true].map((marks) => rememberedBlocks({ marks, lineBreak }));
  return (dag, plan, words, marks) => {
    const first = steps.firstRow(dag);
    const count = steps.firstRow(dag + 1) - first;
    const slice = sliceOf(dag);
    const place = placeOf(dag);
    const { text } = place;
    const nameOf = (number: number) =>
      number < 0
        ? plan.hooks[-1 - number]!.name
        : text.slice(steps.at(first + number, stepColumn.nameFrom), steps.at(first + number, stepColumn.nameTo));
    const layout = layoutOfSteps(place, steps, first, count);
    // Each hook writes over what is its own.
    const values = valuesOf(words);
    const hooks: WrittenHook[] = [];
    const changes: TextEdit[] = [];
    const insertions: TextEdit[] = [];
    let before = -1;
    for (let at = 0; at < plan.list.length; at += 1) {
      const number = plan.list[at]!;
      const needs = plan.needs[at];
      if (number >= 0) {
        before = number;
        if (!needs) continue;
        const written = plan.written[number]!;
        const row = first + number;
        const one = needs.length === 1 && written.length === 1;
        const edit = one ? rewireOne(place, steps, row, nameOf(needs[0]!), nameOf(written[0]!)) : undefined;
        if (edit) changes.push(edit);
        else {
          const names = { wanted: needs.map(nameOf), kept: written.map(nameOf) };
          const wiring = { ...names, pairInFull: () => pairInFull(dag, number) };
          for (const edit of rewire(place, steps, row, spelling, wiring)) changes.push(edit);
        }
        continue;
      }
      const hook = plan.hooks[-1 - number]!;
      if (hook.needsNodes) {
        const wanted = needs!.map(nameOf);
        values[hole.needs] = JSON.stringify(wanted);
        values[hole.needsLines] = needsLines(spelling.needs, wanted, layout, lineBreak);
      }
      const content = fillIn(hook.content, values);
      const digest = marks ? contentDigest(hook.name, content) : noDigest;
      values[hole.digest] = digest;
      const block = blocks[Number(marks)]!(hook, layout);
      const lines = fillIn(block.lines, values);
      const edit =
        before < 0
          ? insertInFront(place, steps, first, layout, lines)
          : insertBehind(place, steps, first + before, layout, lines);
      hooks.push({ block, content, digest, edit });
      insertions.push(edit);
    }
    const edits = inOrder(changes, insertions);
    return { text: spliced(text, slice, edits), edits, hooks, words };
  };
}

/** Both are in order; what is inserted at one place comes behind what is changed there. */
function inOrder(changes: readonly TextEdit[], insertions: readonly TextEdit[]): readonly TextEdit[] {
  if (changes.length === 0) return insertions;
  const edits: TextEdit[] = [];
  let next = 0;
  for (const change of changes) {
    while (next < insertions.length && isBefore(insertions[next]!, change)) edits.push(insertions[next++]!);
    edits.push(change);
  }
  while (next < insertions.length) edits.push(insertions[next++]!);
  return edits;
}

function isBefore(insertion: TextEdit, change: TextEdit): boolean {
  return insertion.start < change.start || (insertion.start === change.start && insertion.end < change.end);
}

function spliced(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  edits: readonly TextEdit[],
): string {
  const pieces: string[] = [];
  let from = start;
  for (const edit of edits) {
    pieces.push(text.slice(from, edit.start), edit.text);
    from = edit.end;
  }
  pieces.push(text.slice(from, end));
  return pieces.join('');
}

/** The blocks of a hook, of which there are as many as ways to lay out steps. */
function rememberedBlocks(style: {
  readonly marks: boolean;
  readonly lineBreak: string;
}): (hook: HookStencil, layout: StepLayout) => HookBlock {
  const known = new Map<HookStencil, Map<number, HookBlock>>();
  return (hook, layout) => {
    const key = layout.indentation * 64 + layout.offset;
    let ofHook = known.get(hook);
    if (!ofHook) {
      ofHook = new Map();
      known.set(hook, ofHook);
    }
    let block = ofHook.get(key);
    if (!block) {
      block = hookBlock(hook, layout, style);
      ofHook.set(key, block);
    }
    return block;
  };
}
