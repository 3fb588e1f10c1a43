import type { HandlerMark, Marks, Removal } from '../../model/mark.js';
import type { TextEdit } from '../../model/source.js';
import { joinDeletions } from '../../text/edits.js';
import { eraseSteps } from '../yaml-steps/erase-steps.js';
import { mayHoldMarks } from '../yaml-steps/mark.js';
import { readNodeMarks } from '../yaml-steps/node-marks.js';
import { textPlaces } from '../yaml-steps/text-place.js';
import type { DaguDocument } from './document.js';
import { handlerKeys, handlerPair } from './handler-fields.js';
import { handlersOf } from './handler-homes.js';
import { handlerHooks } from './handler-hooks.js';
import type { DaguWorkflow } from './read.js';
import { removeFromHandlers } from './remove-from-handlers.js';

/** Edits that take hooks out of the files of a workflow, with all that was written to put them in. */
export function stripHooks(read: DaguWorkflow, marks: Marks, removal: Removal): readonly TextEdit[] {
  const files = new Map(read.workflow.files.map((file) => [file.path, file]));
  const placeOf = textPlaces(read.workflow.files);
  const edits = [...eraseSteps(placeOf, read.texts, removal.dags, marks)];
  for (const root of read.workflow.roots) {
    const document = read.documents[root]!;
    const demanded = removal.handlers.filter((handler) => handler.dag === root);
    const { text } = files.get(document.file)!;
    const hooks = handlerHooks(text, document, root, demanded, read.version.dialect);
    if (hooks.length > 0) edits.push(...removeFromHandlers(placeOf(document.file), document, hooks));
  }
  return joinDeletions(read.workflow.files, edits);
}

/** Every mark of ours in the files of a workflow. */
export function readMarks({ workflow, documents, texts, version }: DaguWorkflow): Marks {
  const files = new Map(workflow.files.map(({ path, text }) => [path, mayHoldMarks(text) ? text : undefined]));
  const handlers = documents.flatMap((document, index) => {
    const text = files.get(document.file);
    const hooks = text === undefined ? [] : handlerHooks(text, document, index, [], version.dialect);
    return hooks.flatMap((one) => one.mark ?? []);
  });
  const openHandlers = workflow.roots.some((root) => hasOpenHandler(documents[root]!, root, handlers));
  return { ...readNodeMarks(workflow.files, texts), handlers, openHandlers };
}

/** One that hooks may have gone into where no comment can be, as between brackets. */
function hasOpenHandler(document: DaguDocument, dag: number, marked: readonly HandlerMark[]): boolean {
  const present = handlersOf(document)?.map;
  return handlerKeys.some(
    (key) =>
      present !== undefined &&
      handlerPair(present, key) !== undefined &&
      !marked.some((mark) => mark.dag === dag && mark.handler === key),
  );
}
