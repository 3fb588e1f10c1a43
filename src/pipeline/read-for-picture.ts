import type { Report } from '../diagnostics/diagnostics.js';
import type { SourceFile } from '../model/source.js';
import { checkWorkflow } from '../passes/graph/check.js';
import type { DrawnText } from '../passes/show/picture.js';
import { mayBeAlike } from './alike/compile-alike.js';
import { openByNames } from './alike/open-by-names.js';
import { type ReadOptions, readWorkflows } from './read-workflows.js';

/**
 * Reads and checks workflows that are to be drawn as they are. Of a large one with nothing to report, names and the order of those DAGs
 * that are alike are all that most pictures show.
 * @param byShape may one be read in this way? Where that is left out, its size decides
 */
export function readForPicture(
  files: readonly SourceFile[],
  reading: ReadOptions,
  report: Report,
  byShape?: boolean,
): readonly DrawnText[] {
  const isLarge = mayBeAlike({ workflow: files, options: { byShape } });
  const read = isLarge ? openByNames(files, reading, undefined) : undefined;
  read?.report(report);
  if (read) return [{ workflow: read.open.workflow, marks: undefined, plan: undefined, shapes: read.shapes }];
  return readWorkflows(files, reading, report).map(({ workflow, engine, marks }) => ({
    workflow: checkWorkflow(workflow, engine, report),
    marks: marks(),
    plan: undefined,
  }));
}
