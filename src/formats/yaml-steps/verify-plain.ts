import { bytesOutsideEditsAreEqual } from '../../text/edits.js';
import type { ListPlan, WrittenDag } from '../stencils.js';
import { type PlainText, stepColumn } from './plain-steps.js';
import type { ReadBack } from './read-back-steps.js';

/**
 * Trusts nothing: reads what was written anew and compares it with its plan, step by step. The laws were held against the plan
 * of its shape, and what is equal to that cannot break them.
 */
export function findFault(
  plain: PlainText,
  dag: number,
  plan: ListPlan,
  { text, edits, contents }: WrittenDag,
): string | undefined {
  const { place, sliceOf } = plain;
  if (!bytesOutsideEditsAreEqual(place.text, text, edits, sliceOf(dag))) return 'bytes outside of the edits changed';
  const after = plain.readBack(text);
  if (!after) return 'it cannot be read any more';
  if (after.keys !== plain.keys[dag]!) return 'something outside of its steps changed';
  if (after.steps !== plan.list.length) return `it should have ${plan.list.length} steps and has ${after.steps}`;
  for (let at = 0; at < plan.list.length; at += 1) {
    const fault = plan.list[at]! < 0 ? hookFault(plan, at, contents, after) : keptFault(plain, dag, plan, at, after);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** What a hook says names all that it waits for; no two steps have one name. */
function hookFault(plan: ListPlan, at: number, contents: readonly string[], after: ReadBack): string | undefined {
  const hook = -1 - plan.list[at]!;
  const { name } = plan.hooks[hook]!;
  if (after.nameOf(at) !== name) return `step ${at + 1} should be called \`${name}\``;
  if (after.says(at, contents[hook]!)) return undefined;
  const found = after.contentOf(at);
  return `\`${name}\` should say ${contents[hook]!.slice(0, 300)} and says ${found.slice(0, 300)}`;
}

/** A step is what it was, letter by letter but for its needs where these are to be other ones. */
function keptFault(
  { place, steps, spelling, nodeName }: PlainText,
  dag: number,
  plan: ListPlan,
  at: number,
  after: ReadBack,
): string | undefined {
  const number = plan.list[at]!;
  const row = steps.firstRow(dag) + number;
  const [from, to] = [steps.at(row, stepColumn.dash), steps.at(row, stepColumn.to)];
  const step = place.text.slice(from, to);
  const found = after.text.slice(after.dash[at], after.to[at]);
  const needs = plan.needs[at];
  if (!needs) return step === found ? undefined : `step ${at + 1} is not what it was`;
  const awaited = after.needsOf(at);
  const wanted = needs.map((need) => (need < 0 ? plan.hooks[-1 - need]!.name : nodeName(dag, need)));
  if (!awaited || awaited.names.length !== wanted.length || !wanted.every((name) => awaited.names.includes(name)))
    return `step ${at + 1} does not wait for what it should`;
  const [needsFrom, needsTo] = [steps.at(row, stepColumn.needsFrom), steps.at(row, stepColumn.needsTo)];
  const [foundFrom, foundTo] = [awaited.from - after.dash[at]!, awaited.to - after.dash[at]!];
  const isSame =
    needsFrom < 0
      ? found.slice(0, step.length) === step &&
        foundTo === found.length &&
        isKeyOnNextLine(found.slice(step.length, foundFrom), spelling.needs)
      : step.slice(0, needsFrom - from) === found.slice(0, foundFrom) &&
        nextKey(step, needsTo - from) === nextKey(found, foundTo);
  return isSame ? undefined : `step ${at + 1} is not what it was`;
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
