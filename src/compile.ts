import { type Collector, createCollector, type Diagnostic } from './diagnostics/diagnostics.js';
import type { Format, OpenWorkflow } from './formats/format.js';
import { formats } from './formats/index.js';
import { whenAsked } from './formats/when-asked.js';
import type { Frontend } from './frontends/frontend.js';
import type { Engine } from './model/engine.js';
import type { ConfigurationFile } from './model/layer.js';
import type { DefaultsLibrary, PromptLibrary } from './model/libraries.js';
import type { Denied } from './model/match.js';
import { countsOf, type HandlerPlan, type Plan, type PlanCosts, type PlanSummary } from './model/plan.js';
import type { RuleSet } from './model/rule.js';
import type { SourceFile, Span, TextEdit, WrittenFile } from './model/source.js';
import type { Workflow } from './model/workflow.js';
import { type AlikeResult, compileAlike, mayBeAlike } from './pipeline/alike/compile-alike.js';
import { checkWorkflows } from './pipeline/check-workflows.js';
import { type CompileMemory, rulesFrom } from './pipeline/compile-memory.js';
import { withoutEarlierHooks } from './pipeline/earlier-hooks.js';
import type { Base } from './pipeline/erase-hooks.js';
import { reportReplacedHandlers, sharedHandlers } from './pipeline/handler-places.js';
import { type PlannedRead, type Planning, planWorkflows, writePlans } from './pipeline/plan-workflows.js';
import { pointIntoInputs } from './pipeline/point-into-inputs.js';
import { type DeliveredPrompt, promptFilesOf } from './pipeline/prompt-files.js';
import { peelInputs, type ReadOptions, readWorkflows } from './pipeline/read-workflows.js';
import { readAgain, verifyBytes, verifyMeaning } from './pipeline/verify-result.js';
import { composeEdits } from './text/compose-edits.js';
import { applyEdits } from './text/edits.js';

export { createCompileMemory } from './pipeline/compile-memory.js';

/** All that a compile depends on: strings and plain values, so that the same input gives the same output. */
export interface CompileInput {
  readonly workflow: readonly SourceFile[];
  /** Layers, the weakest first. */
  readonly configuration: readonly ConfigurationFile[];
  readonly prompts: PromptLibrary;
  /** Reads what `dagu.base_config` and `options.baseConfig` name. */
  readonly defaults?: DefaultsLibrary | undefined;
  readonly options?: CompileOptions | undefined;
}

export interface CompileOptions {
  /** The ways of writing rules to choose from, where they are not those that come with dagweave. */
  readonly frontends?: readonly Frontend[] | undefined;
  /** The workflow languages to choose from, where they are not those that come with dagweave. */
  readonly formats?: readonly Format[] | undefined;
  /** A format's name, or `auto`. */
  readonly format?: string | undefined;
  /** The engine version that every workflow is for. */
  readonly targetVersion?: string | undefined;
  /** The engine version of workflows that do not show theirs. */
  readonly assumeVersion?: string | undefined;
  /** The operator's base configuration, or `none` without one. */
  readonly baseConfig?: string | undefined;
  /** Values given on the command line with `--var`. */
  readonly variables?: ReadonlyMap<string, string> | undefined;
  /** Values that `{{env.NAME}}` may read. */
  readonly environment?: ReadonlyMap<string, string> | undefined;
  /** Seconds since 1970, from SOURCE_DATE_EPOCH: makes `{{timestamp}}` a fixed text. */
  readonly sourceDateEpoch?: number | undefined;
  /** Takes out also blocks of an earlier run that were edited by hand since. */
  readonly force?: boolean | undefined;
  /** What rules forbid is an error, but keeps nothing from being planned and written: for previews, which show it. */
  readonly despiteDenials?: boolean | undefined;
  /** Paths of workflow files that lie beside the given ones, so that a step may run them as children. */
  readonly siblings?: readonly string[] | undefined;
  /** Ids of rules that are left out, as if they were switched off. */
  readonly withoutRules?: ReadonlySet<string> | undefined;
  /** Where denials are written that are left out. */
  readonly withoutDenials?: readonly Span[] | undefined;
  /**
   * Compile document by document, and plan DAGs that are alike once, where that is possible. Unless set, the size of the workflow decides;
   * see `mayBeAlike`.
   * @internal
   */
  readonly byShape?: boolean | undefined;
}

export interface CompileResult {
  /** False where an error was found; then there are no outputs, but for `despiteDenials`. */
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** False where no configuration enables hooks: the outputs are the inputs. */
  readonly enabled: boolean;
  /** Every workflow file with its text as read, without what a model wrote around it. */
  readonly inputs: readonly SourceFile[];
  /** The same without the hooks that an earlier run put in: what `workflows` were read from. */
  readonly bases: readonly SourceFile[];
  /** The same files as they will be. */
  readonly outputs: readonly WrittenFile[];
  /** What leads from inputs to outputs, by file and position; never overlapping. */
  readonly edits: readonly TextEdit[];
  /** The same from bases to outputs. */
  readonly additions: readonly TextEdit[];
  /** Prompts that steps read from files when they run, where `prompts: file` asks for that. */
  readonly promptFiles: readonly DeliveredPrompt[];
  readonly summary: PlanSummary;
  readonly workflows: readonly PlannedWorkflow[];
  readonly rules: RuleSet | undefined;
  /** How the workflows were read. */
  readonly reading: ReadOptions;
}

export interface PlannedWorkflow {
  readonly workflow: Workflow;
  readonly plan: Plan;
  costs(): PlanCosts;
  /** For each node of each DAG of the plan, where it is in the outputs with its mark; empty before there are any. */
  extents(): readonly (readonly Span[])[];
  /** As it is read from the outputs; `undefined` before there are any. */
  readonly after: Workflow | undefined;
  readonly engine: Engine;
  /** The handlers that were there before and are to run hooks as well. */
  readonly sharedHandlers: readonly HandlerPlan[];
  /** What is in it although a rule forbids it. */
  readonly denied: readonly Denied[];
}

/**
 * Adds what the rules demand to the workflows. A pure function: no files, no clock, no process.
 * Mistakes in what came in are diagnostics of the result.
 * @param memory what earlier compiles of the process left: it saves time, and changes nothing else
 * @throws only where dagweave itself is at fault, as when the text it made does not mean what was planned
 */
export function compile(input: CompileInput, memory?: CompileMemory): CompileResult {
  const { report, take, hasErrors, all } = createCollector();
  const ended = (more: Partial<CompileResult> = {}): CompileResult => ({
    ...nothing(),
    ...more,
    ok: !hasErrors(),
    diagnostics: all(),
  });

  const rules = leaveOut(rulesFrom(memory, input, take), input.options);
  if (hasErrors()) return ended({ enabled: rules.enabled, rules });
  if (!rules.enabled) return ended({ rules, inputs: input.workflow, bases: input.workflow, outputs: input.workflow });

  const { options, reading, inputs, whole } = peelInputs(input, rules, report);
  const planning = { rules, prompts: input.prompts, options };
  const alike = !hasErrors() && mayBeAlike(input) ? compileAlike(whole, reading, planning, memory?.plans) : undefined;
  if (alike) {
    alike.diagnostics.forEach(take);
    if (alike.ok) reportReplacedHandlers([alike.handlers], report);
    const { bases, outputs, promptFiles } = alike;
    const result = ended({ enabled: true, rules, reading, inputs, bases, outputs, promptFiles });
    return withPlansWhenAsked(result, alike, input);
  }
  const known = { enabled: true, rules, reading, inputs };
  const read = readWorkflows(whole, reading, report);
  if (hasErrors()) return ended(known);

  const base = withoutEarlierHooks(inputs, read, { reading, planning, force: options.force ?? false }, report);
  if (hasErrors()) return ended(known);

  const inBase = createCollector();
  const added = addHooks({ inputs, read, base }, reading, planning, inBase);
  pointIntoInputs(inBase.all(), base.edits).forEach(take);
  return ended({ ...known, bases: base.files, ...added });
}

/** The workflows as they came in, and without the hooks of an earlier run. */
interface Bases {
  readonly inputs: readonly SourceFile[];
  readonly read: readonly OpenWorkflow[];
  readonly base: Base;
}

/** Plans the hooks of workflows, writes them and reads the result again. Where it stops at an error, the result has what there is so far. */
function addHooks(
  { inputs, read, base }: Bases,
  reading: ReadOptions,
  planning: Planning,
  { report, hasErrors, all }: Collector,
): Partial<CompileResult> {
  const checked = checkWorkflows(base.read, report);
  if (hasErrors()) return {};

  const planned = planWorkflows(checked, planning, report);
  const workflows = planned.map(plannedOnly);
  const summary = summaryOf(workflows);
  const isStopped = () =>
    all().some((one) => one.severity === 'error' && !(isDenial(one) && planning.options.despiteDenials));
  if (isStopped()) return { summary, workflows };

  const additions = inFileOrder(base.files, writePlans(planned, report));
  if (isStopped()) return { summary, workflows };

  reportReplacedHandlers(planned, report);
  const outputs = applyEdits(base.files, additions);
  const changed = inputs.filter((file, index) => file.text !== outputs[index]!.text);
  const edits = composeEdits(changed, base.edits, additions);
  verifyBytes(inputs, outputs, edits);
  const after = changed.length === 0 ? read : readAgain(outputs, reading, { dagByDag: true, before: base.read });
  verifyMeaning(planned, after);
  const placed = workflows.map((one, index) => ({
    ...one,
    extents: () => extentsOf(one.plan, after[index]!),
    after: after[index]!.workflow,
  }));
  return { outputs, edits, additions, promptFiles: promptFilesOf(planned), summary, workflows: placed };
}

/** A workflow with its plan, before anything is written. */
function plannedOnly(one: PlannedRead): PlannedWorkflow {
  return {
    workflow: one.workflow,
    plan: one.plan,
    costs: () => ({ modelCalls: one.costs.asking.length, criticalPath: one.costs.longestPath().length }),
    extents: () => [],
    after: undefined,
    engine: one.engine,
    sharedHandlers: sharedHandlers(one),
    denied: one.denied,
  };
}

function summaryOf(workflows: readonly PlannedWorkflow[]): PlanSummary {
  return {
    ...countsOf(workflows.map(({ plan }) => plan)),
    get costs() {
      const all = workflows.map((one) => one.costs());
      // Workflows run beside each other, so the longest way through one of them is the longest there is.
      const criticalPath = Math.max(0, ...all.map((one) => one.criticalPath));
      return { modelCalls: all.reduce((sum, one) => sum + one.modelCalls, 0), criticalPath };
    },
    sharedHandlers: workflows.reduce((sum, one) => sum + one.sharedHandlers.length, 0),
    denied: workflows.reduce((sum, one) => sum + one.denied.length, 0),
  };
}

/** What takes as much memory as the text, or a plan in full, is made when somebody asks for it. */
function withPlansWhenAsked(
  result: CompileResult,
  { summary, ...alike }: AlikeResult,
  input: CompileInput,
): CompileResult {
  const additions = whenAsked(alike.additions);
  // Where hooks were taken out, the same ones were put in again.
  const sameAgain = new Set(alike.taken.map(({ file }) => file));
  const changed = result.inputs.filter(({ path }) => !sameAgain.has(path));
  const edits = whenAsked(() => (changed.length === 0 ? [] : composeEdits(changed, [], additions())));
  const inFull = whenAsked(() => compile({ ...input, options: { ...input.options, byShape: false } }));
  return {
    ...result,
    summary,
    get edits() {
      return edits();
    },
    get additions() {
      return additions();
    },
    get workflows() {
      return inFull().workflows;
    },
  };
}

/** Does it speak of what a rule forbids? */
export function isDenial({ code }: Diagnostic): boolean {
  return code === 'DW450' || code === 'DW451';
}

/** Made anew each time, because programs may add to its lists. */
const nothing = (): CompileResult => ({
  ok: false,
  diagnostics: [],
  enabled: false,
  inputs: [],
  bases: [],
  outputs: [],
  edits: [],
  additions: [],
  promptFiles: [],
  summary: summaryOf([]),
  workflows: [],
  rules: undefined,
  reading: { formats, format: undefined, targetVersion: undefined, defaults: undefined },
});

function leaveOut(rules: RuleSet, { withoutRules, withoutDenials }: CompileOptions = {}): RuleSet {
  if (!withoutRules?.size && !withoutDenials?.length) return rules;
  const isLeftOut = ({ span }: { readonly span: Span }) =>
    withoutDenials?.some(({ file, start }) => file === span.file && start === span.start);
  return {
    ...rules,
    rules: rules.rules.filter(({ id }) => !withoutRules?.has(id)),
    deny: rules.deny.filter((one) => !isLeftOut(one)),
  };
}

/** By file and position; insertions at one place stay in the order in which they were made. */
function inFileOrder(files: readonly SourceFile[], edits: readonly TextEdit[]): readonly TextEdit[] {
  const rank = new Map(files.map((file, index) => [file.path, index]));
  return [...edits].sort((a, b) => rank.get(a.file)! - rank.get(b.file)! || a.start - b.start || a.end - b.end);
}

function extentsOf({ dags }: Plan, { spanOf }: OpenWorkflow): readonly (readonly Span[])[] {
  return dags.map(({ dag, nodes }) => nodes.map((_, index) => spanOf(dag, index)));
}
