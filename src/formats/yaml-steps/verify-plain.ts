import { bytesOutsideEditsAreEqual } from '../../text/edits.js';
import type { ListPlan, WritingFault, WrittenDag, WrittenHook } from '../stencils.js';
import { createKnownLines } from './known-lines.js';
import { type PlainWorkflowText, stepColumn } from './plain-steps.js';
import type { ReadBack } from './read-back-steps.js';

type FindFault = (dag: number, plan: ListPlan, written: WrittenDag) => WritingFault | undefined;

/**
 * Reads what was written anew and compares it with its plan, step by step, but for steps whose lines are known. The laws were held against
 * the plan of its shape, and what is equal to that cannot break them.
 */
export function createFaultFinder(plain: PlainWorkflowText): FindFault {
  const { placeOf, sliceOf, steps, reader } = plain;
  const knownLines = createKnownLines(plain);
  return (dag, plan, written) => {
    const { text, edits, hooks } = written;
    const before = placeOf(dag).text;
    const slice = sliceOf(dag);
    if (!bytesOutsideEditsAreEqual(before, text, edits, slice))
      return { kind: 'other', what: 'bytes outside of the edits changed' };
    const list = {
      text: before,
      slice,
      dash: steps.at(steps.firstRow(dag), stepColumn.dash),
      to: steps.at(steps.firstRow(dag + 1) - 1, stepColumn.to),
      firstEdit: edits[0]!.start,
      lastEdit: edits.at(-1)!.end,
    };
    const after = reader.documentAgain(text, list, knownLines(dag, plan, written));
    if (!after) return { kind: 'unread' };
    const what = differenceOf(plain, dag, plan, hooks, after);
    return what === undefined ? undefined : { kind: 'other', what };
  };
}

function differenceOf(
  plain: PlainWorkflowText,
  dag: number,
  plan: ListPlan,
  hooks: readonly WrittenHook[],
  after: ReadBack,
): string | undefined {
  if (after.count !== plan.list.length) return `it should have ${plan.list.length} steps and has ${after.count}`;
  for (let at = 0; at < plan.list.length; at += 1) {
    if (after.isKnown(at)) continue;
    const fault = plan.list[at]! < 0 ? hookFault(plan, at, hooks, after) : keptFault(plain, dag, plan, at, after);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** What a hook says names all that it waits for; no two steps have one name. */
function hookFault(
  { list, hooks }: ListPlan,
  at: number,
  written: readonly WrittenHook[],
  after: ReadBack,
): string | undefined {
  const hook = -1 - list[at]!;
  const { name } = hooks[hook]!;
  const { content } = written[hook]!;
  if (after.nameOf(at) !== name) return `step ${at + 1} should be called \`${name}\``;
  if (after.says(at, content)) return undefined;
  return `\`${name}\` should say ${content.slice(0, 300)} and says ${after.contentOf(at).slice(0, 300)}`;
}

/** A step is what it was, letter by letter but for its needs where these are to be other ones. */
function keptFault(
  plain: PlainWorkflowText,
  dag: number,
  plan: ListPlan,
  at: number,
  after: ReadBack,
): string | undefined {
  const { placeOf, steps } = plain;
  const row = steps.firstRow(dag) + plan.list[at]!;
  const from = steps.at(row, stepColumn.dash);
  const step = placeOf(dag).text.slice(from, steps.at(row, stepColumn.to));
  const foundAt = after.dash[at]!;
  const found = after.text.slice(foundAt, after.to[at]);
  const needs = plan.needs[at];
  if (!needs) return step === found ? undefined : `step ${at + 1} is not what it was`;
  const awaited = after.needsOf(at);
  if (!awaited || !areNames(awaited.names, needs, plain, dag, plan))
    return `step ${at + 1} does not wait for what it should`;
  const needsFrom = steps.at(row, stepColumn.needsFrom);
  const isSame =
    needsFrom < 0
      ? isBefore(step, found, awaited.from - foundAt, awaited.to - foundAt, plain.spelling.needs)
      : step.slice(0, needsFrom - from) === found.slice(0, awaited.from - foundAt) &&
        nextKey(step, steps.at(row, stepColumn.needsTo) - from) === nextKey(found, awaited.to - foundAt);
  return isSame ? undefined : `step ${at + 1} is not what it was`;
}

/** @param needs the steps that are to be needed, by number; below 0 those of hooks */
function areNames(
  names: readonly string[],
  needs: readonly number[],
  { nodeName }: PlainWorkflowText,
  dag: number,
  { hooks }: ListPlan,
): boolean {
  if (names.length !== needs.length) return false;
  for (const need of needs) if (!names.includes(need < 0 ? hooks[-1 - need]!.name : nodeName(dag, need))) return false;
  return true;
}

/** Is all of a step there, and behind it the key of what it needs, with a value from one offset to another? */
function isBefore(step: string, found: string, from: number, to: number, key: string): boolean {
  return (
    found.slice(0, step.length) === step && to === found.length && isKeyOnNextLine(found.slice(step.length, from), key)
  );
}

/** Is it the end of a line, with or without a comment, and a key on the next one? */
function isKeyOnNextLine(text: string, key: string): boolean {
  const lineBreak = text.indexOf('\n');
  const rest = text.slice(0, Math.max(lineBreak, 0)).trim();
  return lineBreak >= 0 && (rest === '' || rest.startsWith('#')) && text.slice(lineBreak).trim() === `${key}:`;
}

/** All of a step from the key on that is behind a value; between the two are nothing but comments. */
function nextKey(step: string, end: number): string {
  let at = step.indexOf('\n', end);
  while (at >= 0) {
    const next = step.indexOf('\n', at + 1);
    const line = step.slice(at, next < 0 ? step.length : next).trim();
    if (line !== '' && !line.startsWith('#')) return step.slice(at);
    at = next;
  }
  return '';
}
