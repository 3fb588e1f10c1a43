import type { CompileInput } from './compile.js';
import { createCollector, type Diagnostic } from './diagnostics/diagnostics.js';
import type { OpenWorkflow } from './formats/format.js';
import type { Manifest } from './model/manifest.js';
import { roleOf } from './model/picture.js';
import { injectionsByDag } from './model/plan.js';
import type { SourceFile } from './model/source.js';
import { compareEdges } from './passes/verify/compare-edges.js';
import { compareHooks } from './passes/verify/compare-hooks.js';
import { observingRules } from './passes/verify/observing.js';
import { compileAlike, mayBeAlike } from './pipeline/alike/compile-alike.js';
import { checkWorkflows } from './pipeline/check-workflows.js';
import { type CompileMemory, rulesFrom } from './pipeline/compile-memory.js';
import { withoutEarlierHooks } from './pipeline/earlier-hooks.js';
import { type Planning, planWorkflows, writePlans } from './pipeline/plan-workflows.js';
import { pointIntoInputs } from './pipeline/point-into-inputs.js';
import { type DeliveredPrompt, promptFilesOf } from './pipeline/prompt-files.js';
import { peelInputs, readWorkflows } from './pipeline/read-workflows.js';
import type { EarlierHooks } from './pipeline/take-out-hooks.js';
import { readAgain } from './pipeline/verify-result.js';
import { applyEdits } from './text/edits.js';

export interface VerifyResult {
  /** Does every workflow hold every hook that the rules demand, as gates that cannot be bypassed? */
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** False where no configuration enables hooks: then nothing is demanded. */
  readonly enabled: boolean;
  readonly inputs: readonly SourceFile[];
  /** How many rules are in force, what is denied included. */
  readonly inForce: number;
  /** The same where nothing enables hooks: how many rules would be in force. */
  readonly written: number;
  /** How many hooks are demanded, those in handlers included. */
  readonly demanded: number;
  /** Ids of rules of which hooks are demanded that only report what they find: observations, not gates. */
  readonly observations: readonly string[];
  /** Prompts that steps of these hooks read from files when they run. */
  readonly promptFiles: readonly DeliveredPrompt[];
}

export interface VerifyInput extends CompileInput {
  /** What the run wrote that put the hooks in: then its edges have to be there as well. */
  readonly manifest?: Manifest | undefined;
}

/**
 * Compares augmented workflows with what the rules would make of them without their hooks.
 * @param memory as `compile` takes it
 * @throws only where dagweave itself is at fault
 */
export function verify(input: VerifyInput, memory?: CompileMemory): VerifyResult {
  const { report, take, hasErrors, all } = createCollector();
  const ended = (more: Partial<VerifyResult> = {}): VerifyResult => ({
    enabled: true,
    inputs: [],
    demanded: 0,
    observations: [],
    inForce: 0,
    written: 0,
    promptFiles: [],
    ...more,
    ok: !hasErrors(),
    diagnostics: all(),
  });

  const rules = rulesFrom(memory, input, take);
  const written = rules.rules.length + rules.deny.length;
  if (hasErrors() || !rules.enabled) return ended({ enabled: rules.enabled, written });

  const { options, reading, inputs, whole } = peelInputs(input, rules, report);
  const planning = { rules, prompts: input.prompts, options };
  const mayTry = !hasErrors() && !input.manifest && mayBeAlike(input);
  const alike = mayTry ? compileAlike(whole, reading, planning, memory?.plans) : undefined;
  // What the rules would make of it without its hooks is the very text.
  if (alike?.outputs.every(({ text }, index) => text === inputs[index]!.text)) {
    alike.diagnostics.filter(({ severity }) => severity !== 'note').forEach(take);
    if (!alike.ok) return ended({ inputs, inForce: written, written });
    const { summary, byRule, promptFiles } = alike;
    return ended({
      inputs,
      inForce: written,
      written,
      demanded: summary.steps,
      observations: observingRules(byRule.keys()),
      promptFiles,
    });
  }
  const read = readWorkflows(whole, reading, report);
  if (hasErrors()) return ended({ inputs });

  const compared = (alsoEdited: boolean) =>
    compareWith(inputs, read, { reading, planning, force: true, alsoEdited }, input.manifest);
  const strict = compared(false);
  // Where nothing carries a mark, a hook that was edited is known by its name alone, and reported by what it should say.
  const unmarked = read.every(({ marks }) => marks().nodes.length === 0);
  const differs = strict.demanded > 0 && strict.diagnostics.some(isError);
  const { diagnostics, ...counted } = unmarked && differs ? compared(true) : strict;
  diagnostics.forEach(take);
  return ended({ inputs, ...counted, inForce: written, written });
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}

function compareWith(
  inputs: readonly SourceFile[],
  read: readonly OpenWorkflow[],
  earlier: EarlierHooks & { readonly planning: Planning },
  manifest: Manifest | undefined,
): Pick<VerifyResult, 'diagnostics' | 'demanded' | 'observations' | 'promptFiles'> {
  const { report, hasErrors, all } = createCollector();
  const base = withoutEarlierHooks(inputs, read, earlier, report);
  const checked = checkWorkflows(base.read, report);
  const planned = hasErrors() ? [] : planWorkflows(checked, earlier.planning, report);
  const additions = hasErrors() ? [] : writePlans(planned, report);
  // Notes about planning belong to those who write the rules.
  const inInputs = pointIntoInputs(all(), base.edits).filter(({ severity }) => severity !== 'note');
  if (hasErrors()) return { diagnostics: inInputs, demanded: 0, observations: [], promptFiles: [] };

  const compared = createCollector();
  const asDemanded = applyEdits(base.files, additions);
  // Equal bytes say the same, which most workflows are compared to show.
  const demanded = asDemanded.every(({ text }, index) => text === inputs[index]!.text)
    ? []
    : readAgain(asDemanded, earlier.reading, { dagByDag: true, before: base.read });
  demanded.forEach((other, index) => {
    const { workflow, fingerprints, marks } = read[index]!;
    const found = { workflow, fingerprints: fingerprints(), marks: marks() };
    const wanted = { workflow: other.workflow, fingerprints: other.fingerprints() };
    const { plan, handlerPlaces } = planned[index]!;
    const places = handlerPlaces(plan.handlers);
    compareHooks({ found, taken: base.taken[index]!, demanded: wanted, plan, places }, compared.report);
  });
  const workflows = read.map(({ workflow }) => workflow);
  if (manifest) compareEdges(manifest, workflows, compared.report);
  const injections = planned.flatMap(({ plan }) => injectionsByDag(plan).flatMap((one) => one.injections));
  const observing = injections.filter((injection) => roleOf(injection) === 'observation');
  const observations = [...new Set(observing.map(({ rule }) => rule.id))];
  const diagnostics = [...inInputs, ...compared.all()];
  return { diagnostics, demanded: injections.length, observations, promptFiles: promptFilesOf(planned) };
}
