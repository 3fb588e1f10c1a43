import { createCollector } from '../../diagnostics/diagnostics.js';
import type { Format } from '../../formats/format.js';
import type { SourceFile, TextEdit } from '../../model/source.js';
import { markedNodes } from '../../passes/earlier/known-hooks.js';
import { removalOf } from '../../passes/earlier/removal.js';
import type { ReadOptions } from '../read-workflows.js';

/**
 * Takes the hooks of an earlier run out of one document, as out of a file that is read in full, whatever the rules demand.
 * @returns `undefined` where the document cannot be read by itself
 */
export function takeOutByMarks(
  document: SourceFile,
  format: Format,
  { targetVersion, assumeVersion, defaults, settings }: ReadOptions,
): readonly TextEdit[] | undefined {
  const { report, hasErrors } = createCollector();
  const [read, ...others] = format.open([document], { targetVersion, assumeVersion, defaults, settings }, report);
  if (!read || others.length > 0 || hasErrors()) return undefined;
  const marks = read.marks();
  const taken = { taken: markedNodes(marks), names: new Map(), ends: new Map(), handlers: [] };
  const edits = read.erase(removalOf(read, marks, taken), report);
  return hasErrors() ? undefined : edits;
}
