import type { Report } from '../diagnostics/diagnostics.js';
import type { WrittenFile } from '../model/source.js';
import type { Call } from './call.js';
import { isSameText } from './in-answer.js';
import { tellWritten } from './progress.js';
import { isSameFile, type Targets } from './targets.js';
import { joinedPieces } from './text-chunks.js';
import type { OutputFile } from './write-outputs.js';

/**
 * Writes results where they go, all files or none.
 * @param before texts as they were read, by path
 * @param others files that are written along with them
 * @returns false after a report: then nothing was written
 */
export async function deliver(
  outputs: readonly WrittenFile[],
  targets: Targets,
  before: ReadonlyMap<string, string>,
  call: Call,
  report: Report,
  others: readonly OutputFile[] = [],
): Promise<boolean> {
  const files: OutputFile[] = [];
  const untouched: string[] = [];
  for (const output of outputs) {
    const { path } = output;
    const target = targets.get(path);
    if (target === undefined)
      for (const piece of output.pieces ? joinedPieces(output.pieces()) : [output.text])
        call.terminal.result.write(piece);
    // A file that stays the same keeps its time of change.
    else if (!isSameFile(target, path)) files.push({ path: target, text: output.pieces ?? output.text });
    else if (!isSameText(output, before.get(path)))
      files.push({ path: target, text: output.pieces ?? output.text, before: before.get(path) });
    else untouched.push(target);
  }
  for (const file of others) files.push(file);
  if (untouched.length > 0) (await import('./drafts.js')).sweepBeside(untouched);
  if (files.length === 0) return true;
  const { removePrompts, unneededPrompts } = await import('./prompt-delivery.js');
  const unneeded = unneededPrompts(outputs, targets);
  const { writeOutputs } = await import('./write-outputs.js');
  const written = await writeOutputs(files, report);
  if (written) removePrompts(unneeded);
  if (written)
    tellWritten(
      files.map((file) => file.path),
      call,
    );
  return written;
}
