import type { CompileResult } from '../compile.js';
import { createColors } from '../render/colors.js';
import * as render from '../render/diff.js';
import type { StripResult } from '../strip.js';
import { checkResult } from './check-results.js';

/**
 * What changes, as a patch that `git apply` and `patch -p1` accept; empty where nothing does.
 * @throws where this is no result of `compile` or `strip`
 */
export function unifiedDiff(result: Pick<CompileResult | StripResult, 'inputs' | 'edits'>): string {
  checkResult(result, 'unifiedDiff(result)', '`compile` or `strip`');
  const { inputs, edits } = result;
  const changes = inputs.map(({ path, text }) => ({
    path,
    before: text,
    edits: edits.filter(({ file }) => file === path).toSorted((a, b) => a.start - b.start),
  }));
  return render.unifiedDiff(changes, { colors: createColors(false), forPeople: false });
}
