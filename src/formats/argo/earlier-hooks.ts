import type { Marks, Removal } from '../../model/mark.js';
import type { TextEdit } from '../../model/source.js';
import { joinDeletions } from '../../text/edits.js';
import { eraseSteps } from '../yaml-steps/erase-steps.js';
import { readNodeMarks } from '../yaml-steps/node-marks.js';
import { textPlaces } from '../yaml-steps/text-place.js';
import type { ArgoWorkflow } from './argo-workflow.js';
import { needsText } from './edit-depends.js';
import { restoreTarget } from './target.js';
import { emptiedEntries, eraseEntry } from './write-entry.js';
import { eraseExitHandlers, handlerMarks } from './write-exit-handler.js';

/** Every mark of ours in the file of a workflow. */
export function readMarks(read: ArgoWorkflow): Marks {
  return { ...readNodeMarks(read.workflow.files, read.texts), ...handlerMarks(read) };
}

/** Edits that take hooks out of a file, with all that was written to put them in. */
export function stripHooks(read: ArgoWorkflow, marks: Marks, removal: Removal): readonly TextEdit[] {
  const { workflow, places } = read;
  const placeOf = textPlaces(workflow.files);
  const texts = read.texts.map((text) =>
    text.spelling.needs === 'depends'
      ? {
          ...text,
          spelling: {
            ...text.spelling,
            needsText: needsText(
              (hook) => [hook],
              () => () => false,
            ),
          },
        }
      : text,
  );
  const place = placeOf(read.file.path);
  const emptied = emptiedEntries(read, removal.dags);
  const entries = [...emptied.values()].flatMap((one) => eraseEntry(place, one));
  const dags = removal.dags.filter(({ dag }) => !emptied.has(dag));
  const targets = dags.flatMap(({ dag, nodes }) => {
    const taken = new Set([...nodes].map((node) => texts[dag]!.dag.nodes[node]!.name));
    return restoreTarget(place, places[dag]!, (name) => taken.has(name));
  });
  const handlers = eraseExitHandlers(read, place);
  return joinDeletions(workflow.files, [
    ...eraseSteps(placeOf, texts, dags, marks),
    ...entries,
    ...targets,
    ...handlers,
  ]);
}
