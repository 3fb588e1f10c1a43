import { createCollector, type Diagnostic } from '../../diagnostics/diagnostics.js';
import { type Reported, tell } from '../../diagnostics/recorder.js';
import type { Format, PlainWorkflow } from '../../formats/format.js';
import type { HookStencil } from '../../formats/stencils.js';
import { whenAsked } from '../../formats/when-asked.js';
import { madeLate } from '../../lang/late.js';
import type { PlanSummary } from '../../model/plan.js';
import type { Rule, RuleSet } from '../../model/rule.js';
import type { SourceFile, TextEdit, WrittenFile } from '../../model/source.js';
import { reportTooMany } from '../../passes/select/added-steps.js';
import { areByShape } from '../../passes/select/by-shape.js';
import { reportUnmatched } from '../../passes/select/report-unmatched.js';
import { areSettingsMatched } from '../../passes/select/unmatched-settings.js';
import { atWorkflow } from '../at-workflow.js';
import { type PlannedHandlers, sharedHandlers } from '../handler-places.js';
import { patternMatcher } from '../pattern-matcher.js';
import type { Planning } from '../plan-workflows.js';
import { pointIntoInputs } from '../point-into-inputs.js';
import type { DeliveredPrompt } from '../prompt-files.js';
import type { ReadOptions } from '../read-workflows.js';
import { costsOf } from './costs-of-shapes.js';
import { createDagTexts, type DagTexts } from './dag-texts.js';
import { formatOf, openPlain } from './open.js';
import { mostKept } from './output.js';
import { createOutputs, type EarlierFile, type Outputs } from './outputs.js';
import { mayDecide, replacing } from './overwritten-names.js';
import { createPlanMemory, type PlanInputs, type PlanMemory } from './plan-memory.js';
import { createPlanner, type Planner } from './planner.js';
import { createRemarksForAll, type RemarksForAll } from './remarks-for-all.js';
import type { Remark } from './remarks-of-shapes.js';
import { takeOutByMarks } from './take-out-by-marks.js';
import { createTally, type Tally } from './tally.js';

/** What came of a workflow that was compiled document by document. */
export interface AlikeResult {
  /** False where a rule is at fault; then there are no outputs. */
  readonly ok: boolean;
  /** The files without the hooks of an earlier run, and what leads from those that came in to them. */
  readonly bases: readonly SourceFile[];
  readonly taken: readonly TextEdit[];
  readonly outputs: readonly WrittenFile[];
  /** About the files as they came in. */
  readonly diagnostics: readonly Diagnostic[];
  /** Those of them that are about the text alone, whatever the rules. */
  readonly aboutText: readonly Diagnostic[];
  readonly promptFiles: readonly DeliveredPrompt[];
  readonly summary: PlanSummary;
  /** What the root's own handlers are to run. */
  readonly handlers: PlannedHandlers;
  /** How many steps each rule adds. */
  readonly byRule: ReadonlyMap<Rule, number>;
  /** What is added to the bases, in order of position; made when it is asked for. */
  additions(): readonly TextEdit[];
}

/**
 * Compiles a large workflow document by document: each is scanned, gets the plan that it shares with all of its shape, is written,
 * read again as far as its lines are not known, verified, and forgotten. Hooks of an earlier run are taken out by a guess, which holds where the same text comes out again.
 * @returns `undefined` where something in the file or the rules needs more than that, or where there is an error in the file
 */
export function compileAlike(
  files: readonly SourceFile[],
  reading: ReadOptions,
  planning: Planning,
  memory: PlanMemory = createPlanMemory(),
): AlikeResult | undefined {
  if (!areSorted(files) || !areByShape(planning.rules, files.length === 1)) return undefined;
  const format = formatOf(files, reading);
  if (!format?.likelyBase) return undefined;
  const earlier: EarlierFile[] = [];
  const taken: TextEdit[] = [];
  for (const file of files) {
    const guessed = format.likelyBase(file, (document) => takeOutByMarks(document, format, reading));
    if (!guessed) return undefined;
    earlier.push({ base: guessed.base, expected: guessed.taken.length > 0 ? file.text : undefined });
    for (const edit of guessed.taken) taken.push(edit);
  }
  const compiled = compileDocuments(earlier, format, reading, planning, memory);
  // Whether the guess holds, only an output shows.
  if (!compiled || (!compiled.ok && taken.length > 0)) return undefined;
  const moved = (diagnostics: readonly Diagnostic[]) => pointIntoInputs(diagnostics, taken);
  return {
    ...compiled,
    bases: earlier.map(({ base }) => base),
    taken,
    diagnostics: moved(compiled.diagnostics),
    aboutText: moved(compiled.aboutText),
  };
}

/** In small workflows no DAG is like another. */
export function mayBeAlike({ workflow, options = {} }: SizedInput): boolean {
  return options.byShape ?? workflow.reduce((sum, { text }) => sum + text.length, 0) > fewCharacters;
}

const fewCharacters = 30_000;

interface SizedInput {
  readonly workflow: readonly SourceFile[];
  /** Where `byShape` is set, the size does not decide. */
  readonly options?: { readonly byShape?: boolean | undefined } | undefined;
}

/** In the order in which their DAGs are numbered; one path once. */
function areSorted(files: readonly SourceFile[]): boolean {
  return files.length > 0 && files.every(({ path }, at) => at === 0 || files[at - 1]!.path < path);
}

function compileDocuments(
  earlier: readonly EarlierFile[],
  format: Format,
  reading: ReadOptions,
  planning: Planning,
  memory: PlanMemory,
): Omit<AlikeResult, 'bases' | 'taken'> | undefined {
  const { rules } = planning;
  const reader = memory.readerOf(format);
  const files = earlier.map(({ base }) => base);
  const plain = reader && openPlain(files, reader, reading, rules);
  if (!plain || !namesWhatIsThere(rules, plain) || mayDecide(rules, plain)) return undefined;

  const inputs = planInputs(plain, reading, planning);
  const kept = memory.take(inputs, planning.prompts);
  const planner = createPlanner(plain, { ...planning, prompts: kept.prompts }, kept.plans);
  const { planOf, dagMatcher, planned } = planner;
  const ofRoot = planner.handlers();
  if (!ofRoot) return undefined;
  const { plans: handlers } = ofRoot;
  const inHandlers = handlers.flatMap(({ injections }) => injections.map(({ injection }) => injection));
  if (planner.policyCheck.areAgainst(plain.root, inHandlers)) return undefined;
  const size = files.reduce((sum, { text }) => sum + text.length, 0);
  // A preview shows edits; all others ask for texts.
  const isPreview = planning.options.despiteDenials === true;
  const isSmall = size <= mostKept;
  const texts = createDagTexts(plain, { handlers, marks: rules.marks }, kept.texts, isPreview && isSmall);
  const remarks = createRemarksForAll(plain);
  remarks.add(plain.root, ofRoot.remarks);
  const ofTexts: Reported[] = [];
  const { workflow, handlerPlaces } = plain.open;
  const tally = createTally(workflow);
  const outputs = createOutputs(earlier, !isPreview && isSmall, workflow.dags);
  if (!writeDags(plain, planner, replacing(rules, plain), { texts, remarks, ofTexts, tally, outputs }))
    return undefined;
  const ok = !remarks.haveError();
  if (ok && planner.mayBeKept()) memory.putBack(inputs, kept, { plans: planned(), characters: size });
  tally.addHandlers(plain.root, handlers);
  const { changed } = tally;
  const byRule = tally.byRule();
  const costs = whenAsked(() => costsOf(plain, planOf, byRule, handlers));
  // Beyond the limit, all is planned at once, which reports it.
  const { maxAddedCriticalPath: longest } = rules;
  if (longest !== undefined && costs().criticalPath > longest) return undefined;
  const found = findingsOf(plain, rules, dagMatcher, { remarks, ofTexts, tally }, ok);
  if (!found) return undefined;
  const ofHandlers = { workflow, handlerPlaces, plan: { handlers } };
  const summary = {
    ...tally.counts(),
    get costs() {
      return costs();
    },
    sharedHandlers: sharedHandlers(ofHandlers).length,
    denied: 0,
  };
  const known = { ...found, ok, summary, handlers: ofHandlers, byRule };
  if (!ok) return { ...known, outputs: [], promptFiles: [], additions: () => [] };
  return {
    ...known,
    outputs: outputs.files(changed, (dag) => texts.textAgain(dag, planOf(dag)!)),
    promptFiles: tally.promptFiles(),
    additions: () => plain.names.flatMap((_, dag) => texts.editsOf(dag, planOf(dag)!)),
  };
}

/** What is gathered of DAGs while they are written. */
interface Gathered {
  readonly texts: DagTexts;
  readonly remarks: RemarksForAll;
  /** What there is to report of their texts alone. */
  readonly ofTexts: Reported[];
  readonly tally: Tally;
  readonly outputs: Outputs;
}

/** Plans, writes and verifies one DAG after another. @returns false where one of them needs more than its shape, or another text is expected */
function writeDags(
  plain: PlainWorkflow,
  { planOf, planned, findingsIn, aboutRules, policyCheck }: Planner,
  isReplaced: (hook: HookStencil) => boolean,
  { texts, remarks, ofTexts, tally, outputs }: Gathered,
): boolean {
  const ofHooks: { readonly dag: number; readonly remarks: readonly Remark[] }[] = [];
  for (let dag = 0; dag < plain.names.length; dag += 1) {
    const plan = planOf(dag);
    const ofRules = aboutRules();
    const findings = plan && findingsIn(dag, plan);
    if (!findings || !ofRules || areUnlike(planned(), dag)) return false;
    if (plan.hooks.some(isReplaced) || policyCheck.isAgainst(dag, plan)) return false;
    remarks.add(plain.root, ofRules);
    remarks.add(dag, plan.remarks);
    if (findings.ofHooks.length > 0)
      ofHooks.push({ dag, remarks: findings.ofHooks.map((reported) => ({ of: 'one', reported })) });
    for (const one of findings.ofText) ofTexts.push(one);
    tally.add(dag, plan);
    // Nothing is written, but there may be more to say of the others.
    if (remarks.haveError()) continue;
    const written = texts.verified(dag, plan);
    if (written === undefined || !outputs.add(dag, written)) return false;
  }
  // They are about hooks that are written.
  if (remarks.haveError()) return true;
  for (const one of ofHooks) remarks.add(one.dag, one.remarks);
  return outputs.areWhole();
}

/** What there is to report once all DAGs are planned. @returns `undefined` where there is an error beside those of rules */
function findingsOf(
  plain: PlainWorkflow,
  rules: RuleSet,
  dagMatcher: Planner['dagMatcher'],
  { remarks, ofTexts, tally }: Pick<Gathered, 'remarks' | 'ofTexts' | 'tally'>,
  isWritten: boolean,
): Pick<AlikeResult, 'diagnostics' | 'aboutText'> | undefined {
  const { report, hasErrors, all } = createCollector();
  plain.report(report);
  for (const one of ofTexts) tell(one, {}, report);
  const aboutText = all();
  // Then nothing else would be reported.
  if (reportTooMany(tally.byRule(), plain.open.workflow, rules, report)) return undefined;
  if (remarks.haveMisspelt(dagMatcher.firstOf)) return undefined;
  remarks.tell(dagMatcher.firstOf, report);
  dagMatcher.reportMatches(report);
  const ruleMatches = { ...dagMatcher.ruleMatches, isStep: stepFinder(plain), unread: [] };
  reportUnmatched(rules, ruleMatches, atWorkflow(plain.open, report));
  if (isWritten) for (const dag of tally.withSteps) plain.reportAdded(dag, report);
  return isWritten && hasErrors() ? undefined : { diagnostics: all(), aboutText };
}

/** A set of all names takes as long to make as to look for some of them without it. */
function stepFinder(plain: PlainWorkflow): (name: string) => boolean {
  const known = madeLate(() => namesOfSteps(plain));
  let asked = 0;
  return (name) => {
    asked += 1;
    return asked > fewNames ? known().has(name) : plain.isNode(name);
  };
}

const fewNames = 16;

function namesOfSteps(plain: PlainWorkflow): ReadonlySet<string> {
  const names = new Set<string>();
  plain.hasNode((name) => {
    names.add(name);
    return false;
  });
  return names;
}

/** Settings that name nothing are reported. */
function namesWhatIsThere(rules: RuleSet, { names, hasNode }: PlainWorkflow): boolean {
  const matches = patternMatcher();
  return areSettingsMatched(
    rules,
    (pattern) => hasNode((name) => matches(pattern, name)),
    (pattern) => names.some((name) => matches(pattern, name)),
  );
}

function planInputs(plain: PlainWorkflow, reading: ReadOptions, { rules, options }: Planning): PlanInputs {
  const { targetVersion, assumeVersion, defaults, settings } = reading;
  const { variables, environment, sourceDateEpoch, siblings = [] } = options;
  return {
    rules,
    // Copies, because the caller may change what is theirs.
    options: {
      variables: new Map(variables),
      environment: new Map(environment),
      sourceDateEpoch,
      siblings: [...siblings],
    },
    reading: { targetVersion, assumeVersion, defaults, settings },
    engine: plain.open.engine,
    paths: plain.open.workflow.files.map(({ path }) => path),
    lineBreak: plain.lineBreak,
    text: plain.textOf(plain.root),
    names: plain.names,
  };
}

/** Are there so many plans that all DAGs at once are planned in less time? */
function areUnlike(plans: number, dags: number): boolean {
  return plans > fewPlans && plans * 2 > dags;
}

const fewPlans = 500;
