import type { Code } from '../../../diagnostics/catalog.js';
import { createCollector } from '../../../diagnostics/diagnostics.js';
import type { DagPlan } from '../../../model/plan.js';
import { bytesOutsideEditsAreEqual, editedPart } from '../../../text/edits.js';
import type { WrittenOther } from '../../stencils.js';
import type { PlainWorkflowText } from '../../yaml-steps/plain-steps.js';
import { workflowPrint } from '../fingerprints.js';
import type { DaguWorkflow } from '../read.js';
import { writePlan } from '../write.js';
import type { DocumentPlace } from './document-places.js';
import type { ReadWhenAsked } from './read-when-asked.js';

/** What is to be known of a DAG that gets hooks is reported with that of the others. */
const reportedApart: ReadonlySet<Code> = new Set(['DW602', 'DW606', 'DW614']);

/**
 * Writes the plan of a document that is other than plain, as it is written in a file that is read in full.
 * @returns `undefined` where there is something to report, or it would be no document of its own any more
 * @throws where bytes outside of the edits change: a fault of ours
 */
export function writeOther(
  read: DaguWorkflow,
  { source, slice }: DocumentPlace,
  { dag, nodes, marks }: DagPlan & { readonly marks: boolean },
  { placeOf }: Pick<PlainWorkflowText, 'placeOf'>,
  readBack: ReadWhenAsked['readBack'],
): WrittenOther | undefined {
  const plan = { dags: [{ dag, nodes }], handlers: [], marks };
  const { report, all } = createCollector();
  const written = writePlan(read, plan, report, () => placeOf(dag));
  if (all().some(({ code }) => !reportedApart.has(code))) return undefined;
  const edits = written.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const text = editedPart(source, slice, edits);
  if (!bytesOutsideEditsAreEqual(source.text, text, edits, slice))
    throw new Error(`bytes of ${source.path} outside of the edits would change`);
  return {
    text,
    edits,
    readBack() {
      const after = readBack(dag, text);
      return (
        after && {
          dag: after.workflow.dags[0]!,
          expected: workflowPrint(read, plan).at(dag)!,
          found: workflowPrint(after, undefined).at(0)!,
        }
      );
    },
  };
}
