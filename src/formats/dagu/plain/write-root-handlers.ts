import { createCollector } from '../../../diagnostics/diagnostics.js';
import type { Plan } from '../../../model/plan.js';
import { bytesOutsideEditsAreEqual, editedPart } from '../../../text/edits.js';
import { parseDocument } from '../../../text/yaml.js';
import { splitStream } from '../../../text/yaml-stream.js';
import type { WrittenDag, WrittenRoot } from '../../stencils.js';
import { type DaguDocument, readDocument } from '../document.js';
import { documentPrint, workflowPrint } from '../fingerprints.js';
import { handlerHooks } from '../handler-hooks.js';
import type { DaguWorkflow } from '../read.js';
import { createStepKeys } from '../step-keys.js';
import { writePlan } from '../write.js';
import type { DocumentPlace } from './document-places.js';

/**
 * Puts what handlers are to run into the root of a plain file, as into that of any other, and reads what came out.
 * @param place where the root is
 * @param written the root with the hooks in its list of steps
 * @returns `undefined` where there is something to report, or a handler says already what it is to run
 * @throws where it cannot be read any more, or bytes outside of the edits change: a fault of ours
 */
export function writeRootHandlers(
  read: DaguWorkflow,
  { source, slice }: DocumentPlace,
  written: Pick<WrittenDag, 'text' | 'edits'>,
  handlers: Pick<Plan, 'handlers' | 'marks'>,
): WrittenRoot | undefined {
  const root = read.workflow.roots[0]!;
  const { path, text } = source;
  // Without a mark, hooks of an earlier run are known by what they say: those are taken out in the other way.
  if (handlerHooks(text, read.documents.at(root)!, root, handlers.handlers, read.version.dialect).length > 0)
    return undefined;

  const plan = { ...handlers, dags: [] };
  const { report, all } = createCollector();
  const ofHandlers = writePlan(read, plan, report);
  if (all().length > 0) return undefined;

  const edits = [...written.edits, ...ofHandlers].sort((a, b) => a.start - b.start || a.end - b.end);
  const after = editedPart(source, slice, edits);
  if (!bytesOutsideEditsAreEqual(text, after, edits, slice))
    throw new Error('bytes of the root outside of the edits would change');
  const { rest } = documentPrint(documentIn(written.text, read, path));
  const expected = { rest, handlers: workflowPrint(read, plan).at(root)!.handlers };
  return { text: after, edits, expected, found: documentPrint(documentIn(after, read, path)) };
}

function documentIn(text: string, { workflow, documents }: DaguWorkflow, path: string): DaguDocument {
  const slices = splitStream(text);
  const parsed = parseDocument(text, slices[0]!);
  const { report } = createCollector();
  const shared = { base: documents.at(workflow.roots[0]!)!.base, keysOf: createStepKeys() };
  const document = readDocument(parsed, { path, text }, 0, shared, report);
  if (slices.length !== 1 || parsed.problems.length > 0 || !document)
    throw new Error('what was about to be written cannot be read: the root is other than one document');
  return document;
}
