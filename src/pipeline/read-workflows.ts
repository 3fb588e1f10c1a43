import type { Report } from '../diagnostics/diagnostics.js';
import type { OpenWorkflow } from '../formats/format.js';
import { detectFormat } from '../formats/index.js';
import type { SourceFile } from '../model/source.js';
import { peelAnswer } from '../text/answer.js';
import type { ReadOptions } from './reading.js';

/** A file may be a model's answer with a workflow in it. */
export function withoutProse(file: SourceFile, report: Report): SourceFile {
  const { text, peeled, blocks } = peelAnswer(file.text);
  if (!peeled) return file;
  report('DW108', { file: file.path, blocks: blocks.length });
  return { ...file, text };
}

/** The workflows in these files, in an order that depends on nothing but their paths. */
export function readWorkflows(
  files: readonly SourceFile[],
  reading: ReadOptions,
  report: Report,
): readonly OpenWorkflow[] {
  const { targetVersion, defaults } = reading;
  const byFormat = detectFormat(files, reading, report);
  return [...byFormat].flatMap(([one, ofFormat]) => one.open(ofFormat, { targetVersion, defaults }, report));
}
