import type { CompileResult } from '../compile.js';
import { createColors } from '../render/colors.js';
import * as render from '../render/diff.js';
import type { StripResult } from '../strip.js';

/** What changes, as a patch that `git apply` and `patch -p1` accept; empty where nothing does. */
export function unifiedDiff({ inputs, edits }: Pick<CompileResult | StripResult, 'inputs' | 'edits'>): string {
  const changes = inputs.map(({ path, text }) => ({
    path,
    before: text,
    edits: edits.filter(({ file }) => file === path).toSorted((a, b) => a.start - b.start),
  }));
  return render.unifiedDiff(changes, { colors: createColors(false), forPeople: false });
}
