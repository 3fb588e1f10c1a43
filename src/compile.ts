import { createCollector, type Diagnostic, type Report } from './diagnostics/diagnostics.js';
import type { ReadWorkflow } from './formats/format.js';
import { detectFormat } from './formats/index.js';
import { readConfiguration } from './frontends/index.js';
import { compilePattern } from './lang/pattern.js';
import type { ConfigurationFile } from './model/layer.js';
import type { Plan } from './model/plan.js';
import type { PromptLibrary } from './model/prompts.js';
import type { Pattern, RuleSet } from './model/rule.js';
import type { SourceFile, TextEdit } from './model/source.js';
import type { Workflow } from './model/workflow.js';
import { createBind } from './passes/bind.js';
import { checkWorkflow } from './passes/check.js';
import type { Matches } from './passes/matches.js';
import { createMeetings, reportUnmet } from './passes/meetings.js';
import { mergeLayers } from './passes/merge.js';
import { type PlanInput, type ProvenPlan, planWorkflow } from './passes/plan.js';
import { resolveRules } from './passes/resolve.js';
import { verifyOutput } from './passes/verify.js';
import { peelAnswer } from './text/answer.js';
import { applyEdits, bytesOutsideEditsAreEqual } from './text/edits.js';

export type { ConfigurationFile };

/** All that a compile depends on: strings and plain values, so that the same input gives the same output. */
export interface CompileInput {
  readonly workflow: readonly SourceFile[];
  /** Layers, the weakest first. */
  readonly configuration: readonly ConfigurationFile[];
  readonly prompts: PromptLibrary;
  readonly options?: CompileOptions;
}

export interface CompileOptions {
  /** A format's name, or `auto`. */
  readonly format?: string | undefined;
  readonly targetVersion?: string | undefined;
  /** Values given on the command line with `--var`. */
  readonly variables?: ReadonlyMap<string, string> | undefined;
  /** Values that `{{env.NAME}}` may read. */
  readonly environment?: ReadonlyMap<string, string> | undefined;
  /** Seconds since 1970, from SOURCE_DATE_EPOCH: makes `{{timestamp}}` a fixed text. */
  readonly sourceDateEpoch?: number | undefined;
}

export interface CompileResult {
  /** False where an error was found; then there are no outputs. */
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** False where no configuration enables hooks: the outputs are the inputs. */
  readonly enabled: boolean;
  /** Every workflow file with its text as read, without what a model wrote around it. */
  readonly inputs: readonly SourceFile[];
  /** The same files as they shall be. */
  readonly outputs: readonly SourceFile[];
  /** What leads from inputs to outputs, by file and position; never overlapping. */
  readonly edits: readonly TextEdit[];
  readonly workflows: readonly PlannedWorkflow[];
  readonly rules: RuleSet | undefined;
}

export interface PlannedWorkflow {
  readonly workflow: Workflow;
  readonly plan: Plan;
  /** How many handlers that were there before run hooks as well. */
  readonly sharedHandlers: number;
}

/**
 * Adds what the rules demand to the workflows. A pure function: no files, no clock, no process.
 * Mistakes in what came in are diagnostics of the result.
 * @throws only where dagweave itself is at fault, as when the text it made does not mean what was planned
 */
export function compile(input: CompileInput): CompileResult {
  const { report, hasErrors, all } = createCollector();
  const ended = (more: Partial<CompileResult> = {}): CompileResult => ({
    ...nothing,
    ...more,
    ok: !hasErrors(),
    diagnostics: all(),
  });

  const layers = input.configuration.flatMap((file) => readConfiguration(file, report) ?? []);
  const rules = resolveRules(mergeLayers(layers, report), report);
  if (hasErrors()) return ended({ enabled: rules.enabled, rules });
  if (!rules.enabled) return ended({ rules, inputs: input.workflow, outputs: input.workflow });

  const inputs = input.workflow.map((file) => withoutProse(file, report));
  const read = readAll(inputs, rules, input.options ?? {}, report);
  if (hasErrors()) return ended({ enabled: true, rules, inputs });

  const checked = read.map((one) => ({ ...one, workflow: checkWorkflow(one.workflow, one.capabilities, report) }));
  if (hasErrors()) return ended({ enabled: true, rules, inputs });

  const matches = patternMatcher();
  const meetings = createMeetings();
  const planned = checked.map((one) => ({ ...one, ...planOne(one, { rules, matches, meetings }, input, report) }));
  if (planned.length > 0) reportUnmet(rules, meetings, report);
  const workflows = planned.map((one) => ({
    workflow: one.workflow,
    plan: one.plan,
    sharedHandlers: countShared(one),
  }));
  if (hasErrors()) return ended({ enabled: true, rules, inputs, workflows });

  const edits = inOrder(
    inputs,
    planned.flatMap((one) => one.lower(one.plan, report)),
  );
  if (hasErrors()) return ended({ enabled: true, rules, inputs, workflows });

  const outputs = applyEdits(inputs, edits);
  verifyBytes(inputs, outputs, edits);
  verifyMeaning(planned, outputs, rules, input.options ?? {});
  return ended({ enabled: true, rules, inputs, outputs, edits, workflows });
}

const nothing: CompileResult = {
  ok: false,
  diagnostics: [],
  enabled: false,
  inputs: [],
  outputs: [],
  edits: [],
  workflows: [],
  rules: undefined,
};

/** A file may be a model's answer with a workflow in it. */
function withoutProse(file: SourceFile, report: Report): SourceFile {
  const { text, peeled, blocks } = peelAnswer(file.text);
  if (!peeled) return file;
  report('DW108', { file: file.path, blocks: blocks.length });
  return { ...file, text };
}

function readAll(
  files: readonly SourceFile[],
  rules: RuleSet,
  options: CompileOptions,
  report: Report,
): readonly FormattedWorkflow[] {
  const named = options.format === 'auto' ? undefined : (options.format ?? rules.format);
  const byFormat = detectFormat(files, named, report);
  const targetVersion = options.targetVersion ?? rules.targetVersion;
  return [...byFormat].flatMap(([format, ofFormat]) =>
    format.read(ofFormat, { targetVersion }, report).map((one) => ({ ...one, quote: format.quote })),
  );
}

interface FormattedWorkflow extends ReadWorkflow {
  readonly quote: (value: string) => string;
}

/** The same few patterns meet many names, so each is compiled once. */
function patternMatcher(): Matches {
  const compiled = new Map<string, (name: string) => boolean>();
  return ({ text }: Pattern, name) => {
    let matches = compiled.get(text);
    if (!matches) {
      const pattern = compilePattern(text);
      matches = pattern.ok ? pattern.matches : () => false;
      compiled.set(text, matches);
    }
    return matches(name);
  };
}

function planOne(
  one: FormattedWorkflow,
  selecting: Pick<PlanInput, 'rules' | 'matches' | 'meetings'>,
  input: CompileInput,
  report: Report,
): ProvenPlan {
  const { workflow, capabilities, quote } = one;
  const { rules } = selecting;
  const bind = createBind({ rules, quote, prompts: input.prompts, options: input.options ?? {} }, report);
  return planWorkflow({ ...selecting, workflow, capabilities, bind }, report);
}

function countShared({ plan, print }: FormattedWorkflow & ProvenPlan): number {
  if (plan.handlers.length === 0) return 0;
  const before = print(undefined);
  return plan.handlers.filter(({ dag, event }) => before[dag]!.handlers[event] !== undefined).length;
}

/** By file and position; insertions at one place stay in the order in which they were made. */
function inOrder(files: readonly SourceFile[], edits: readonly TextEdit[]): readonly TextEdit[] {
  const rank = new Map(files.map((file, index) => [file.path, index]));
  return [...edits].sort((a, b) => rank.get(a.file)! - rank.get(b.file)! || a.start - b.start || a.end - b.end);
}

/** The output is the input with the edits and nothing else. */
function verifyBytes(inputs: readonly SourceFile[], outputs: readonly SourceFile[], edits: readonly TextEdit[]): void {
  const byFile = new Map<string, TextEdit[]>(inputs.map((file) => [file.path, []]));
  for (const edit of edits) byFile.get(edit.file)!.push(edit);
  inputs.forEach((file, index) => {
    if (bytesOutsideEditsAreEqual(file.text, outputs[index]!.text, byFile.get(file.path)!)) return;
    throw new Error(`bytes of ${file.path} outside of the edits would change`);
  });
}

/** Reads what is about to be written as anybody else will, and compares it with the plan. */
function verifyMeaning(
  planned: readonly (FormattedWorkflow & ProvenPlan)[],
  outputs: readonly SourceFile[],
  rules: RuleSet,
  options: CompileOptions,
): void {
  const { report, all } = createCollector();
  const after = readAll(outputs, rules, options, report);
  const broken = all().find((diagnostic) => diagnostic.severity === 'error');
  if (broken) throw new Error(`what was about to be written cannot be read: ${broken.code} ${broken.message}`);
  if (after.length !== planned.length) throw new Error(`${planned.length} workflows became ${after.length}`);
  planned.forEach(({ workflow, plan, proofs, print }, index) => {
    const { workflow: readBack, print: printBack } = after[index]!;
    verifyOutput({
      before: workflow,
      after: readBack,
      plan,
      proofs,
      expected: print(plan),
      found: printBack(undefined),
    });
  });
}
