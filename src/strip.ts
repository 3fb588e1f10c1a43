import type { CompileInput } from './compile.js';
import { createCollector, type Diagnostic } from './diagnostics/diagnostics.js';
import type { SourceFile, TextEdit } from './model/source.js';
import { compileAlike, mayBeAlike } from './pipeline/alike/compile-alike.js';
import { type CompileMemory, rulesFrom } from './pipeline/compile-memory.js';
import { withoutEarlierHooks } from './pipeline/earlier-hooks.js';
import { peelInputs, readWorkflows } from './pipeline/read-workflows.js';
import { reportDoubts } from './pipeline/report-doubts.js';
import { reportUnmarked } from './pipeline/report-unmarked.js';
import { verifyBytes } from './pipeline/verify-result.js';

export interface StripResult {
  /** False where an error was found; then there are no outputs. */
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly inputs: readonly SourceFile[];
  readonly outputs: readonly SourceFile[];
  /** What leads from inputs to outputs. */
  readonly edits: readonly TextEdit[];
}

/**
 * Takes out of workflows what an earlier `compile` put in, so that the graph is what it was. Hooks are known by their marks;
 * those without one, where hooks are enabled, by what the rules would put there.
 * @param memory as `compile` takes it
 * @throws only where dagweave itself is at fault
 */
export function strip(input: CompileInput, memory?: CompileMemory): StripResult {
  const { report, take, hasErrors, all } = createCollector();
  const ended = (more: Partial<StripResult> = {}): StripResult => ({
    inputs: [],
    outputs: [],
    edits: [],
    ...more,
    ok: !hasErrors(),
    diagnostics: all(),
  });

  const rules = rulesFrom(memory, input, take);
  if (hasErrors()) return ended();

  const { options, reading, inputs, whole } = peelInputs(input, rules, report);
  const planning = rules.enabled ? { rules, prompts: input.prompts, options } : undefined;
  const alike =
    planning && !hasErrors() && mayBeAlike(input) ? compileAlike(whole, reading, planning, memory?.plans) : undefined;
  // The rules put the same hooks into it again, so it is what was there before.
  if (alike && alike.taken.length > 0) {
    alike.aboutText.forEach(take);
    return ended({ inputs, outputs: alike.bases, edits: alike.taken });
  }
  const read = readWorkflows(whole, reading, report);
  if (hasErrors()) return ended({ inputs });

  const base = withoutEarlierHooks(inputs, read, { reading, planning, force: options.force ?? false }, report);
  if (hasErrors()) return ended({ inputs });
  if (!planning) {
    reportDoubts(read, report);
    reportUnmarked(read, base, report);
  }
  verifyBytes(inputs, base.files, base.edits);
  return ended({ inputs, outputs: base.files, edits: base.edits });
}
