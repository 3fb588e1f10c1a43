import type { Report } from '../diagnostics/diagnostics.js';
import type { SourceFile } from '../model/source.js';
import { peelAnswer } from '../text/answer.js';
import { isSameFile, type Targets } from './targets.js';

/**
 * What is written back in place of a model's answer is the answer, with the new workflow where the old one stood. Where that cannot
 * be done, it is reported, so that no prose is lost.
 * @param before texts as they were read, by path
 */
export function intoAnswers(
  outputs: readonly SourceFile[],
  targets: Targets,
  before: ReadonlyMap<string, string>,
  manifest: string | undefined,
  report: Report,
): readonly SourceFile[] {
  return outputs.map(({ path, text }) => {
    const answer = before.get(path);
    const target = targets.get(path);
    if (answer === undefined || target === undefined || !isSameFile(target, path)) return { path, text };
    const { peeled, text: workflow } = peelAnswer(answer);
    if (!peeled) return { path, text };
    const whole = manifest === undefined ? replaced(answer, workflow, text) : undefined;
    if (whole === undefined) report('DW865', { path, manifest: manifest !== undefined });
    return { path, text: whole ?? answer };
  });
}

/** `undefined` where the workflow is made of several places, or would not be found again. */
function replaced(answer: string, workflow: string, text: string): string | undefined {
  const at = answer.indexOf(workflow);
  if (at < 0 || at !== answer.lastIndexOf(workflow)) return undefined;
  const whole = answer.slice(0, at) + text + answer.slice(at + workflow.length);
  return peelAnswer(whole).text === text ? whole : undefined;
}
