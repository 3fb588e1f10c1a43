import type { HandlerMark, Marks, NodeMark, StrayMark } from '../../model/mark.js';
import { handlerHooks, handlersOf } from './handler-hooks.js';
import { mayHoldMarks } from './mark.js';
import { readNodeMarks } from './node-marks.js';
import type { DaguWorkflow } from './read.js';

/** Every mark of ours in the files of a workflow. */
export function readMarks({ workflow, documents }: DaguWorkflow): Marks {
  const texts = new Map(workflow.files.map(({ path, text }) => [path, mayHoldMarks(text) ? text : undefined]));
  const nodes: NodeMark[] = [];
  const stray: StrayMark[] = [];
  const handlers: HandlerMark[] = [];
  documents.forEach((document, index) => {
    const text = texts.get(document.file);
    if (text === undefined) return;
    const found = readNodeMarks(text, document, workflow.dags[index]!);
    nodes.push(...found.nodes);
    stray.push(...found.stray);
    handlers.push(...handlerHooks(text, document, index, []).flatMap((one) => one.mark ?? []));
  });
  const open = workflow.roots.some((root) => handlersOf(documents[root]!) !== undefined);
  return { nodes, handlers, stray, openHandlers: open && handlers.length === 0 };
}
