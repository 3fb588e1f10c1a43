import type { Marks, Removal } from '../../model/mark.js';
import type { TextEdit } from '../../model/source.js';
import { joinDeletions } from '../../text/deletions.js';
import { eraseSteps } from '../yaml-steps/erase-steps.js';
import { textPlaces } from '../yaml-steps/text-place.js';
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
