import type { Report } from '../diagnostics/diagnostics.js';
import type { WrittenFile } from '../model/source.js';
import type { Call } from './call.js';
import { isSameText } from './in-answer.js';
import { tellWritten } from './progress.js';
import { isSameFile, type Targets } from './targets.js';
import type { OutputFile } from './write-outputs.js';

/**
 * Writes results where they go: all files or none, and then what is printed.
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
  const printed: WrittenFile[] = [];
  const untouched: string[] = [];
  for (const output of outputs) {
    const { path } = output;
    const target = targets.get(path);
    if (target === undefined) printed.push(output);
    // A file that stays the same keeps its time of change.
    else if (!isSameFile(target, path)) files.push({ path: target, text: output.pieces ?? output.text });
    else if (!isSameText(output, before.get(path)))
      files.push({ path: target, text: output.pieces ?? output.text, before: before.get(path) });
    else untouched.push(target);
  }
  for (const file of others) files.push(file);
  if (untouched.length > 0) (await import('./drafts.js')).sweepBeside(untouched);
  if (files.length > 0 && !(await writeFiles(files, outputs, targets, call, report))) return false;
  // Not before: who reads it takes it for all that there is.
  for (const { pieces, text } of printed) call.terminal.result.write(pieces ? pieces() : text);
  return true;
}

async function writeFiles(
  files: readonly OutputFile[],
  outputs: readonly WrittenFile[],
  targets: Targets,
  call: Call,
  report: Report,
): Promise<boolean> {
  const { removePrompts, unneededPrompts } = await import('./prompt-delivery.js');
  const unneeded = unneededPrompts(outputs, targets);
  const { writeOutputs } = await import('./write-outputs.js');
  if (!(await writeOutputs(files, report))) return false;
  removePrompts(unneeded);
  tellWritten(
    files.map((file) => file.path),
    call,
  );
  return true;
}
