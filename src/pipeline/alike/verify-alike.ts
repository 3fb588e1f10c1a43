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
    if (!awaits(after, at, plan.awaits[at]!)) return `step ${at + 1} does not wait for what it should`;
    const number = plan.list[at]!;
    if (number >= 0) {
      if (!isKept(plain, plain.steps.firstRow(dag) + number, after, at, plan.needs[at] !== undefined))
        return `step ${at + 1} is not what it was`;
      continue;
    }
    const [{ name }, content] = [plan.hooks[-1 - number]!, contents[-1 - number]!];
    if (after.names[at] !== name)
      return `step ${at + 1} should be called \`${name}\` and is called \`${after.names[at]}\``;
    const found = after.contentOf(at);
    if (found !== content) return `\`${name}\` should say ${content.slice(0, 300)} and says ${found.slice(0, 300)}`;
  }
  return undefined;
}

/** No step is named twice among the needs of a plain document. */
function awaits({ firstNeed, needs }: ReadBack, at: number, wanted: readonly number[]): boolean {
  const first = firstNeed[at]!;
  const count = firstNeed[at + 1]! - first;
  if (count !== wanted.length) return false;
  for (let need = first; need < first + count; need += 1) if (!wanted.includes(needs[need]!)) return false;
  return true;
}

/** Is a step what it was, letter by letter but for its needs where these are to be other ones? */
function isKept(
  { place, steps, spelling }: PlainWorkflow,
  row: number,
  after: ReadBack,
  at: number,
  isRewired: boolean,
): boolean {
  const [from, to] = [steps.at(row, stepColumn.dash), steps.at(row, stepColumn.to)];
  const step = place.text.slice(from, to);
  const found = after.text.slice(after.dash[at], after.to[at]);
  if (!isRewired) return step === found;
  const [needsFrom, needsTo] = [steps.at(row, stepColumn.needsFrom), steps.at(row, stepColumn.needsTo)];
  const [foundFrom, foundTo] = [after.needsFrom[at]! - after.dash[at]!, after.needsTo[at]! - after.dash[at]!];
  if (needsFrom < 0)
    return (
      found.startsWith(step) &&
      foundTo === found.length &&
      found.slice(step.length, foundFrom).trim() === `${spelling.needs}:`
    );
  return (
    step.slice(0, needsFrom - from) === found.slice(0, foundFrom) && step.slice(needsTo - from) === found.slice(foundTo)
  );
}
