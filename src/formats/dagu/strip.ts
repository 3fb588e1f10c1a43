import { type Marks, marksByDag, type Removal } from '../../model/mark.js';
import type { TextEdit } from '../../model/source.js';
import { joinDeletions } from '../../text/deletions.js';
import { lineStartBefore } from '../../text/lines.js';
import { removeBlocks } from '../yaml-steps/remove-blocks.js';
import { removeName, unwrap } from '../yaml-steps/remove-names.js';
import { removeNeeds } from '../yaml-steps/remove-needs.js';
import { textPlaces } from '../yaml-steps/text-place.js';
import { handlerHooks } from './handler-hooks.js';
import type { DaguWorkflow } from './read.js';
import { removeFromHandlers } from './remove-from-handlers.js';
import { spellingOf } from './spelling.js';

/** Edits that take hooks out of the files of a workflow, with all that was written to put them in. */
export function stripHooks(read: DaguWorkflow, marks: Marks, removal: Removal): readonly TextEdit[] {
  const files = new Map(read.workflow.files.map((file) => [file.path, file]));
  const placeOf = textPlaces(read.workflow.files);
  const edits: TextEdit[] = marks.stray.map(({ span }) => ({ ...span, text: '' }));
  const nodeMarks = marksByDag(marks.nodes);
  const spelling = spellingOf(read.version.dialect);
  for (const { dag, nodes, needs, cut, empty, names } of removal.dags) {
    const document = read.documents[dag]!;
    const text = { dag: read.workflow.dags[dag]!, list: document.steps, spelling };
    const place = placeOf(document.file);
    const starts = new Map<number, number>();
    for (const { node, span } of nodeMarks.get(dag) ?? []) {
      if (!nodes.has(node) || span.start >= document.steps.steps[node]!.start) continue;
      if (place.text.slice(lineStartBefore(place.text, span.start), span.start).trim() === '')
        starts.set(node, span.start);
      else edits.push({ ...span, text: '' });
    }
    edits.push(...removeBlocks(place, document.steps, nodes, starts));
    for (const node of new Set([...needs.keys(), ...names.keys()])) {
      const step = document.steps.steps[node]!;
      const left = needs.get(node) && { needs: needs.get(node)!, list: cut.has(node) ? '[]' : empty.get(node) };
      const withoutNeeds = left !== undefined && left.needs.length === 0 && left.list === undefined;
      const unwrapped = names.get(node) === 'command' ? unwrap(place, step, withoutNeeds, spelling) : undefined;
      if (unwrapped) {
        edits.push(...unwrapped);
        continue;
      }
      if (left) edits.push(...removeNeeds(place, text, node, left));
      if (names.has(node)) edits.push(...removeName(place, step, names.get(node) === 'empty name', spelling));
    }
  }
  for (const root of read.workflow.roots) {
    const document = read.documents[root]!;
    const demanded = removal.handlers.filter((handler) => handler.dag === root);
    const { text } = files.get(document.file)!;
    const hooks = handlerHooks(text, document, root, demanded, read.version.dialect);
    if (hooks.length > 0) edits.push(...removeFromHandlers(placeOf(document.file), document, hooks));
  }
  return joinDeletions(read.workflow.files, edits);
}
