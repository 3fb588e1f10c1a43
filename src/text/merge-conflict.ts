import type { Report } from '../diagnostics/diagnostics.js';
import type { SourceFile } from '../model/source.js';

/**
 * Reports the first place where Git left both sides of a conflict. Without the lines around them both would be read, one behind the other,
 * as what a model wrote.
 * @returns true where there is one
 */
export function reportMergeConflict(file: SourceFile, report: Report): boolean {
  const line = unresolved(file.text);
  // A model shows edits of files with the same signs; what a workflow is in its answer, the blocks say.
  if (!line || ['```', '~~~'].some((fence) => lineFrom(fence, file.text, 0) >= 0)) return false;
  return reportLine(
    file,
    line,
    '; of a conflict in hooks, either side will do, because `apply` writes them again',
    report,
  );
}

/** The same for a file that is no answer of a model. */
export function reportConfigurationConflict(file: SourceFile, report: Report): boolean {
  const line = unresolved(file.text);
  return line !== undefined && reportLine(file, line, '', report);
}

/** The line with which a conflict begins. */
function unresolved(text: string): Line | undefined {
  const start = lineFrom('<<<<<<< ', text, 0);
  const middle = start < 0 ? -1 : lineFrom('=======', text, start);
  if (middle < 0 || lineFrom('>>>>>>> ', text, middle) < 0) return undefined;
  return { start, content: text.slice(start, text.indexOf('\n', start)).trimEnd() };
}

interface Line {
  readonly start: number;
  readonly content: string;
}

function reportLine({ path }: SourceFile, { start, content }: Line, advice: string, report: Report): true {
  const args = {
    problem: `\`${content}\` begins a merge conflict that is not resolved`,
    cure: `keep one of the two sides and delete the lines that begin with \`<<<<<<<\`, \`=======\` and \`>>>>>>>\`${advice}`,
  };
  report('DW101', args, { span: { file: path, start, end: start + content.length } });
  return true;
}

/** Signs are rarer than line breaks, so these are looked for. */
function lineFrom(sign: string, text: string, from: number): number {
  for (let at = text.indexOf(sign, from); at >= 0; at = text.indexOf(sign, at + sign.length))
    if (at === 0 || text[at - 1] === '\n') return at;
  return -1;
}
