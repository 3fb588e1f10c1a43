import { createCollector } from '../../../diagnostics/diagnostics.js';
import type { Plan } from '../../../model/plan.js';
import { applyEdits, bytesOutsideEditsAreEqual } from '../../../text/edits.js';
import { parseDocument } from '../../../text/yaml.js';
import { type DocumentSlice, splitStream } from '../../../text/yaml-stream.js';
import type { WrittenDag } from '../../stencils.js';
import { type DaguDocument, readDocument } from '../document.js';
import { documentPrint, workflowPrint } from '../fingerprints.js';
import type { DaguWorkflow } from '../read.js';
import { createStepKeys } from '../step-keys.js';
import { writePlan } from '../write.js';

/**
 * Puts what handlers are to run into the root of a plain file, as into that of any other.
 * @param slice where the root is
 * @param written the root with the hooks in its list of steps, which was compared with their plan
 * @returns `undefined` where there is something to report
 * @throws where what was written says something else than was planned: a fault of ours
 */
export function writeRootHandlers(
  read: DaguWorkflow,
  slice: DocumentSlice,
  written: WrittenDag,
  handlers: Pick<Plan, 'handlers' | 'marks'>,
): WrittenDag | undefined {
  const plan = { ...handlers, dags: [] };
  const { report, all } = createCollector();
  const ofHandlers = writePlan(read, plan, report);
  if (all().length > 0) return undefined;

  const { path, text } = read.workflow.files[0]!;
  const { start } = slice;
  const edits = [...written.edits, ...ofHandlers].sort((a, b) => a.start - b.start || a.end - b.end);
  const inSlice = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
  const after = applyEdits([{ path, text: text.slice(start, slice.end) }], inSlice)[0]!.text;
  const fault = bytesOutsideEditsAreEqual(text, after, edits, slice)
    ? faultIn(read, plan, written.text, after)
    : 'bytes outside of the edits changed';
  if (fault !== undefined)
    throw new Error(`what was about to be written is not what was planned; in the root: ${fault}`);
  return { ...written, text: after, edits };
}

/** Trusts nothing: the steps have to say what they said before, and each handler what is planned. */
function faultIn(read: DaguWorkflow, plan: Plan, before: string, after: string): string | undefined {
  const [without, found] = [before, after].map((text) => documentIn(text, read));
  if (!without || !found) return 'it cannot be read any more';
  const [printWithout, print] = [documentPrint(without), documentPrint(found)];
  if (printWithout.withoutHandlers !== print.withoutHandlers) return 'something outside of its handlers changed';
  const { rest, handlers } = workflowPrint(read, plan).at(0)!;
  if (rest !== print.rest) return 'something beside its steps changed';
  const different = [...new Set([...handlers.keys(), ...print.handlers.keys()])].find(
    (key) => handlers.get(key) !== print.handlers.get(key),
  );
  return different === undefined
    ? undefined
    : `its handler \`${different}\` should say ${handlers.get(different)?.slice(0, 300)} and says ${print.handlers.get(different)?.slice(0, 300)}`;
}

function documentIn(text: string, { workflow, documents }: DaguWorkflow): DaguDocument | undefined {
  const slices = splitStream(text);
  const parsed = parseDocument(text, slices[0]!);
  if (slices.length !== 1 || parsed.problems.length > 0) return undefined;
  const { report, hasErrors } = createCollector();
  const shared = { base: documents.at(0)!.base, keysOf: createStepKeys() };
  const document = readDocument(parsed, { path: workflow.files[0]!.path, text }, 0, shared, report);
  return hasErrors() ? undefined : document;
}
