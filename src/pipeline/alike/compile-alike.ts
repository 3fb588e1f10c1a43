import { createCollector, type Diagnostic } from '../../diagnostics/diagnostics.js';
import type { PlanCounts } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import type { SourceFile, TextEdit } from '../../model/source.js';
import { reportTooMany } from '../../passes/select/added-steps.js';
import { reportUnmatched } from '../../passes/select/rule-matches.js';
import { atWorkflow, type Planning } from '../plan-workflows.js';
import type { ReadOptions } from '../read-workflows.js';
import { fillsHoles } from './hook-stencil.js';
import { openPlain } from './open.js';
import { createPlanner } from './planner.js';
import { areByName } from './ready.js';
import { createRemarksForAll } from './remarks-for-all.js';
import { verifyDocument } from './verify-alike.js';
import { createDocumentWriter } from './write-alike.js';

/** What came of a workflow that was compiled document by document. */
export interface AlikeResult {
  readonly output: SourceFile;
  readonly diagnostics: readonly Diagnostic[];
  readonly added: PlanCounts;
  /** What is added to the input, in order of position; made when it is asked for. */
  additions(): readonly TextEdit[];
}

/**
 * Compiles a large workflow document by document: each is scanned, gets the plan that it shares with all of its shape, is written,
 * scanned again and verified, and forgotten.
 * @returns `undefined` where something in the file or the rules needs more than that, or is an error
 */
export function compileAlike(
  files: readonly SourceFile[],
  reading: ReadOptions,
  planning: Planning,
): AlikeResult | undefined {
  const { rules } = planning;
  const [file] = files;
  if (file === undefined || files.length > 1 || !areByName(rules)) return undefined;
  const plain = openPlain(file, reading, rules);
  if (!plain?.names.every((name, dag) => dag === 0 || fillsHoles(name))) return undefined;

  const { planOf, ruleMatches, firstOf } = createPlanner(plain, planning);
  const write = createDocumentWriter(plain, rules.marks);
  const remarks = createRemarksForAll(plain);
  const counts = new Map<Rule, number>();
  const added = { steps: 0, dags: 0, rewired: 0 };
  const texts: string[] = [];
  for (let dag = 0; dag < plain.names.length; dag += 1) {
    const plan = planOf(dag);
    if (!plan) return undefined;
    const written = write(dag, plan);
    if (written.edits.length > 0) verifyDocument(plain, dag, plan, written);
    texts.push(written.text);
    remarks.add(dag, plan.remarks);
    for (const { rule } of plan.hooks) counts.set(rule, (counts.get(rule) ?? 0) + 1);
    added.steps += plan.hooks.length;
    added.rewired += plan.rewired;
    if (plan.hooks.length > 0) added.dags += 1;
  }
  const { workflow } = plain.open;
  const found = createCollector();
  reportTooMany(counts, workflow, rules, found.report);
  remarks.tell(firstOf, found.report);
  reportUnmatched(rules, ruleMatches, atWorkflow(plain.open, found.report));
  if (found.hasErrors()) return undefined;
  const additions = () => plain.names.flatMap((_, dag) => write(dag, planOf(dag)!).edits);
  return { output: { ...file, text: texts.join('') }, diagnostics: found.all(), added, additions };
}
