import type { PlainWorkflow } from '../../formats/format.js';
import { stepColumn } from '../../formats/yaml-steps/plain-steps.js';
import type { ReadBack } from '../../formats/yaml-steps/read-back-steps.js';
import { bytesOutsideEditsAreEqual } from '../../text/edits.js';
import type { ShapePlan } from './shape-plan.js';
import type { WrittenDocument } from './write-alike.js';

/**
 * Trusts nothing: compares a document that was read back with its plan, step by step. The laws were held against the plan
 * of its shape, and what is equal to that cannot break them.
 * @throws where the two differ: a fault of ours
 */
export function verifyDocument(plain: PlainWorkflow, dag: number, plan: ShapePlan, written: WrittenDocument): void {
  const fault = findFault(plain, dag, plan, written);
  if (fault !== undefined)
    throw new Error(`what was about to be written is not what was planned; in \`${plain.names[dag]!}\`: ${fault}`);
}

function findFault(
  plain: PlainWorkflow,
  dag: number,
  plan: ShapePlan,
  { text, edits, contents }: WrittenDocument,
): string | undefined {
  const { place, sliceOf } = plain;
  const { start, end } = sliceOf(dag);
  const moved = edits.map((edit) => ({ start: edit.start - start, end: edit.end - start, text: edit.text }));
  if (!bytesOutsideEditsAreEqual(place.text.slice(start, end), text, moved))
    return 'bytes outside of the edits changed';
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
function hookFault(plan: ShapePlan, at: number, contents: readonly string[], after: ReadBack): string | undefined {
  const hook = -1 - plan.list[at]!;
  const { name } = plan.hooks[hook]!;
  if (after.nameOf(at) !== name) return `step ${at + 1} should be called \`${name}\``;
  const found = after.contentOf(at);
  if (found === contents[hook]) return undefined;
  return `\`${name}\` should say ${contents[hook]!.slice(0, 300)} and says ${found.slice(0, 300)}`;
}

/** A step is what it was, letter by letter but for its needs where these are to be other ones. */
function keptFault(
  { place, steps, spelling, stepName }: PlainWorkflow,
  dag: number,
  plan: ShapePlan,
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
  const wanted = needs.map((need) => (need < 0 ? plan.hooks[-1 - need]!.name : stepName(dag, need)));
  if (!awaited || awaited.names.length !== wanted.length || !wanted.every((name) => awaited.names.includes(name)))
    return `step ${at + 1} does not wait for what it should`;
  const [needsFrom, needsTo] = [steps.at(row, stepColumn.needsFrom), steps.at(row, stepColumn.needsTo)];
  const [foundFrom, foundTo] = [awaited.from - after.dash[at]!, awaited.to - after.dash[at]!];
  const isSame =
    needsFrom < 0
      ? found.startsWith(step) &&
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
