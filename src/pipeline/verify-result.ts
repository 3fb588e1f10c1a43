import { createCollector } from '../diagnostics/diagnostics.js';
import type { OpenWorkflow } from '../formats/format.js';
import type { SourceFile, TextEdit } from '../model/source.js';
import { verifyOutput } from '../passes/verify/verify.js';
import { bytesOutsideEditsAreEqual } from '../text/edits.js';
import type { PlannedRead } from './plan-workflows.js';
import { type ReadBefore, type ReadOptions, readWorkflows } from './read-workflows.js';

/**
 * The output is the input with the edits and nothing else.
 * @throws where it is not: a fault of ours
 */
export function verifyBytes(
  inputs: readonly SourceFile[],
  outputs: readonly SourceFile[],
  edits: readonly TextEdit[],
): void {
  const byFile = new Map<string, TextEdit[]>(inputs.map((file) => [file.path, []]));
  for (const edit of edits) byFile.get(edit.file)!.push(edit);
  inputs.forEach((file, index) => {
    if (bytesOutsideEditsAreEqual(file.text, outputs[index]!.text, byFile.get(file.path)!)) return;
    throw new Error(`bytes of ${file.path} outside of the edits would change`);
  });
}

/** Reads a text that we made as anybody else will. */
export function readAgain(
  files: readonly SourceFile[],
  reading: ReadOptions,
  again: ReadBefore = {},
): readonly OpenWorkflow[] {
  const { report, all } = createCollector();
  const workflows = readWorkflows(files, reading, report, again);
  const broken = all().find((diagnostic) => diagnostic.severity === 'error');
  if (broken) throw new Error(`what was about to be written cannot be read: ${broken.code} ${broken.message}`);
  return workflows;
}

/** Compares what was read back with the plans. */
export function verifyMeaning(planned: readonly PlannedRead[], after: readonly OpenWorkflow[]): void {
  if (after.length !== planned.length) throw new Error(`${planned.length} workflows became ${after.length}`);
  planned.forEach(({ workflow, plan, proofs, fingerprints }, index) => {
    const { workflow: readBack, fingerprints: foundIn } = after[index]!;
    verifyOutput({
      before: workflow,
      after: readBack,
      plan,
      proofs,
      expected: fingerprints(plan),
      found: foundIn(),
    });
  });
}
