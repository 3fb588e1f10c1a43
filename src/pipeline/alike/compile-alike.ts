import { createCollector, type Diagnostic } from '../../diagnostics/diagnostics.js';
import type { Format, PlainWorkflow } from '../../formats/format.js';
import type { HandlerPlan, Injection, PlanSummary } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import type { SourceFile, TextEdit, WrittenFile } from '../../model/source.js';
import { reportTooMany } from '../../passes/select/added-steps.js';
import { areByShape } from '../../passes/select/by-shape.js';
import { reportUnmatched } from '../../passes/select/rule-matches.js';
import { type PlannedHandlers, sharedHandlers } from '../handler-places.js';
import { atWorkflow, type Planning } from '../plan-workflows.js';
import { pointIntoInputs } from '../point-into-inputs.js';
import type { ReadOptions } from '../read-workflows.js';
import { costsOf } from './costs-of-shapes.js';
import { createDagTexts } from './dag-texts.js';
import { formatOf, openPlain } from './open.js';
import { createOutput } from './output.js';
import { createPlanMemory, type Ground, type PlanMemory } from './plan-memory.js';
import { createPlanner } from './planner.js';
import { createRemarksForAll } from './remarks-for-all.js';

/** What came of a workflow that was compiled document by document. */
export interface AlikeResult {
  /** The file without the hooks of an earlier run, and what leads from the one that came in to it. */
  readonly base: SourceFile;
  readonly taken: readonly TextEdit[];
  readonly output: WrittenFile;
  /** About the file as it came in. */
  readonly diagnostics: readonly Diagnostic[];
  /** Those of them that are about the text alone, whatever the rules. */
  readonly aboutText: readonly Diagnostic[];
  readonly summary: PlanSummary;
  /** What the root's own handlers are to run. */
  readonly handlers: PlannedHandlers;
  /** How many steps each rule adds. */
  readonly byRule: ReadonlyMap<Rule, number>;
  /** What is added to the base, in order of position; made when it is asked for. */
  additions(): readonly TextEdit[];
}

/**
 * Compiles a large workflow document by document: each is scanned, gets the plan that it shares with all of its shape, is written,
 * scanned again and verified, and forgotten. Hooks of an earlier run are taken out by a guess, which holds where the same text comes out again.
 * @returns `undefined` where something in the file or the rules needs more than that, or is an error
 */
export function compileAlike(
  files: readonly SourceFile[],
  reading: ReadOptions,
  planning: Planning,
  memory: PlanMemory = createPlanMemory(),
): AlikeResult | undefined {
  const [file] = files;
  if (file === undefined || files.length > 1 || !areByShape(planning.rules)) return undefined;
  const format = formatOf(file, reading);
  const earlier = format?.likelyBase?.(file);
  if (!format || !earlier) return undefined;
  const expected = earlier.taken.length > 0 ? file.text : undefined;
  const compiled = compileDocuments(earlier.base, expected, format, reading, planning, memory);
  if (!compiled) return undefined;
  const moved = (diagnostics: readonly Diagnostic[]) => pointIntoInputs(diagnostics, earlier.taken);
  return {
    ...earlier,
    ...compiled,
    diagnostics: moved(compiled.diagnostics),
    aboutText: moved(compiled.aboutText),
  };
}

/** @param expected the text that has to come out, where one is known */
function compileDocuments(
  file: SourceFile,
  expected: string | undefined,
  format: Format,
  reading: ReadOptions,
  planning: Planning,
  memory: PlanMemory,
): Omit<AlikeResult, 'base' | 'taken'> | undefined {
  const { rules } = planning;
  const reader = memory.readerOf(format);
  const plain = reader && openPlain(file, reader, reading, rules);
  if (!plain) return undefined;

  const ground = groundOf(plain, file, reading, planning);
  const kept = memory.take(ground, planning.prompts);
  const planner = createPlanner(plain, { ...planning, prompts: kept.prompts }, kept.plans);
  const { planOf, handlers: planHandlers, dagMatcher, planned } = planner;
  const ofRoot = planHandlers();
  if (!ofRoot) return undefined;
  const { plans: handlers } = ofRoot;
  const ofFile = { handlers, marks: rules.marks };
  const isHeld = planning.options.despiteDenials === true && file.text.length <= mostHeld;
  const texts = createDagTexts(plain, ofFile, kept.texts, isHeld);
  const remarks = createRemarksForAll(plain);
  const byRule = new Map<Rule, number>();
  const added = { steps: 0, dags: 0, rewired: 0 };
  const changed: number[] = [];
  const output = createOutput(file, expected);
  for (let dag = 0; dag < plain.names.length; dag += 1) {
    const plan = planOf(dag);
    if (!plan || areUnlike(planned(), dag)) return undefined;
    const written = texts.verified(dag, plan);
    if (written === undefined || !output.add(written)) return undefined;
    remarks.add(dag, plan.remarks);
    for (const { rule } of plan.hooks) byRule.set(rule, (byRule.get(rule) ?? 0) + 1);
    added.steps += plan.hooks.length;
    added.rewired += plan.rewired;
    if (plan.hooks.length === 0) continue;
    added.dags += 1;
    changed.push(dag);
  }
  if (!output.isWhole()) return undefined;
  if (planner.mayBeKept()) memory.keep(ground, kept, { plans: planned(), characters: file.text.length });
  remarks.add(0, ofRoot.remarks);
  for (const { rule } of injectionsOf(handlers)) byRule.set(rule, (byRule.get(rule) ?? 0) + 1);
  added.steps += injectionsOf(handlers).length;
  const rootHasSteps = changed[0] === 0;
  if (handlers.length > 0 && !rootHasSteps) added.dags += 1;
  const { workflow, handlerPlaces } = plain.open;
  const { report, hasErrors, all } = createCollector();
  plain.report(report);
  const aboutText = all();
  reportTooMany(byRule, workflow, rules, report);
  remarks.tell(dagMatcher.firstOf, report);
  dagMatcher.reportMatches(report);
  reportUnmatched(rules, dagMatcher.ruleMatches, atWorkflow(plain.open, report));
  for (const dag of changed) plain.reportAdded(dag, report);
  if (hasErrors()) return undefined;
  const again = (dag: number) => texts.again(dag, planOf(dag)!);
  const ofHandlers = { workflow, handlerPlaces, plan: { handlers } };
  const summary = {
    ...added,
    get costs() {
      return costsOf(plain, planOf, byRule, handlers);
    },
    sharedHandlers: sharedHandlers(ofHandlers).length,
    denied: 0,
  };
  const made = () => output.file(() => piecesOf(plain, (dag) => again(dag).text));
  return {
    output: added.dags === 0 ? file : made(),
    diagnostics: all(),
    aboutText,
    summary,
    handlers: ofHandlers,
    byRule,
    additions: () => plain.names.flatMap((_, dag) => again(dag).edits),
  };
}

function injectionsOf(handlers: readonly HandlerPlan[]): readonly Injection[] {
  return handlers.flatMap(({ injections }) => injections.map(({ injection }) => injection));
}

function groundOf(plain: PlainWorkflow, file: SourceFile, reading: ReadOptions, { rules, options }: Planning): Ground {
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
    path: file.path,
    lineBreak: plain.lineBreak,
    text: plain.textOf(0),
    names: plain.names,
  };
}

/** Then all at once are planned in less time. */
function areUnlike(plans: number, dags: number): boolean {
  return plans > fewPlans && plans * 2 > dags;
}

const fewPlans = 500;

/** Previews ask for the edits: to write so much again takes them time that people notice, to hold more takes memory. */
const mostHeld = 2_000_000;

function* piecesOf({ names }: PlainWorkflow, textOf: (dag: number) => string): Iterable<string> {
  for (let dag = 0; dag < names.length; dag += 1) yield textOf(dag);
}
