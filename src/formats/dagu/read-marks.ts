import type { HandlerMark, Marks, NodeMark, StrayMark } from '../../model/mark.js';
import { mayHoldMarks } from '../yaml-steps/mark.js';
import { readNodeMarks } from '../yaml-steps/node-marks.js';
import type { DaguDocument } from './document.js';
import { handlerKeys, handlerPair } from './handler-fields.js';
import { handlersOf } from './handler-homes.js';
import { handlerHooks } from './handler-hooks.js';
import type { DaguWorkflow } from './read.js';
import { spellingOf } from './spelling.js';

/** Every mark of ours in the files of a workflow. */
export function readMarks({ workflow, documents, version }: DaguWorkflow): Marks {
  const texts = new Map(workflow.files.map(({ path, text }) => [path, mayHoldMarks(text) ? text : undefined]));
  const nodes: NodeMark[] = [];
  const stray: StrayMark[] = [];
  const handlers: HandlerMark[] = [];
  const spelling = spellingOf(version.dialect);
  documents.forEach((document, index) => {
    const text = texts.get(document.file);
    if (text === undefined) return;
    const found = readNodeMarks(text, { dag: workflow.dags[index]!, list: document.steps, spelling });
    nodes.push(...found.nodes);
    stray.push(...found.stray);
    handlers.push(...handlerHooks(text, document, index, [], version.dialect).flatMap((one) => one.mark ?? []));
  });
  const openHandlers = workflow.roots.some((root) => hasOpenHandler(documents[root]!, root, handlers));
  return { nodes, handlers, stray, openHandlers };
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
