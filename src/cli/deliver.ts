import type { Report } from '../diagnostics/diagnostics.js';
import type { SourceFile } from '../model/source.js';
import type { Call } from './call.js';
import { tellWritten } from './progress.js';
import { isSameFile, type Targets } from './targets.js';
import type { OutputFile } from './write-outputs.js';

/**
 * Writes results where they go, all files or none.
 * @param before texts as they were read, by path
 * @param others files that are written along with them
 * @returns false after a report: then nothing was written
 */
export async function deliver(
  outputs: readonly SourceFile[],
  targets: Targets,
  before: ReadonlyMap<string, string>,
  call: Call,
  report: Report,
  others: readonly OutputFile[] = [],
): Promise<boolean> {
  const files: OutputFile[] = [];
  const untouched: string[] = [];
  for (const { path, text } of outputs) {
    const target = targets.get(path);
    if (target === undefined) call.terminal.result.write(text);
    // A file that stays the same keeps its time of change.
    else if (!isSameFile(target, path)) files.push({ path: target, text });
    else if (before.get(path) !== text) files.push({ path: target, text, before: before.get(path) });
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
