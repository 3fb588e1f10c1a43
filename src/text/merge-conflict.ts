import type { Report } from '../diagnostics/diagnostics.js';
import type { SourceFile } from '../model/source.js';

/**
 * Reports the first place where Git left both sides of a conflict. Without the lines around them both would be read, one behind the other,
 * as what a model wrote.
 * @returns true where there is one
 */
export function reportMergeConflict({ path, text }: SourceFile, report: Report): boolean {
  const start = lineFrom('<<<<<<< ', text, 0);
  const middle = start < 0 ? -1 : lineFrom('=======', text, start);
  if (middle < 0 || lineFrom('>>>>>>> ', text, middle) < 0) return false;
  // A model shows edits of files with the same signs; what a workflow is in its answer, the blocks say.
  if (['```', '~~~'].some((fence) => lineFrom(fence, text, 0) >= 0)) return false;
  const end = text.indexOf('\n', start);
  const line = text.slice(start, end).trimEnd();
  const args = {
    problem: `\`${line}\` begins a merge conflict that is not resolved`,
    cure: 'keep one of the two sides and delete the lines that begin with `<<<<<<<`, `=======` and `>>>>>>>`; of a conflict in hooks, either side will do, because `apply` writes them again',
  };
  report('DW101', args, { span: { file: path, start, end: start + line.length } });
  return true;
}

function lineFrom(sign: string, text: string, from: number): number {
  if (from === 0 && text.startsWith(sign)) return 0;
  const found = text.indexOf(`\n${sign}`, from);
  return found < 0 ? -1 : found + 1;
}
