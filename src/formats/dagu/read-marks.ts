import type { HandlerMark, Marks } from '../../model/mark.js';
import { mayHoldMarks } from '../yaml-steps/mark.js';
import { readNodeMarks } from '../yaml-steps/node-marks.js';
import type { DaguDocument } from './document.js';
import { handlerKeys, handlerPair } from './handler-fields.js';
import { handlersOf } from './handler-homes.js';
import { handlerHooks } from './handler-hooks.js';
import type { DaguWorkflow } from './read.js';

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

/** One that hooks may have gone into where no comment can stand, as between brackets. */
function hasOpenHandler(document: DaguDocument, dag: number, marked: readonly HandlerMark[]): boolean {
  const present = handlersOf(document)?.map;
  return handlerKeys.some(
    (key) =>
      present !== undefined &&
      handlerPair(present, key) !== undefined &&
      !marked.some((mark) => mark.dag === dag && mark.handler === key),
  );
}
