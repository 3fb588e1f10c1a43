import type { CompileInput } from './compile.js';
import { createCollector, type Diagnostic, silent } from './diagnostics/diagnostics.js';
import type { Explanation, Question } from './model/explanation.js';
import type { Rule, RuleSet } from './model/rule.js';
import type { SourceFile } from './model/source.js';
import { nodesAsTasks } from './passes/graph/tasks.js';
import type { MergedLayers } from './passes/rules/merge.js';
import { resolveRules } from './passes/rules/resolve.js';
import { tooManyCodes } from './passes/select/added-steps.js';
import { dagsAsked } from './passes/show/explain/dags-asked.js';
import { createEvidence } from './passes/show/explain/evidence.js';
import { explainRule } from './passes/show/explain/rule.js';
import { explainStep } from './passes/show/explain/step.js';
import { placesCalled, taskAnswer } from './passes/show/explain/task.js';
import { explainVariables } from './passes/show/explain/variables.js';
import { explainVerdict } from './passes/show/explain/verdict.js';
import { mayBeAlike } from './pipeline/alike/compile-alike.js';
import { openByNames } from './pipeline/alike/open-by-names.js';
import { checkWorkflows } from './pipeline/check-workflows.js';
import { withoutEarlierHooks } from './pipeline/earlier-hooks.js';
import { type Asked, planWorkflows } from './pipeline/plan-workflows.js';
import { pointIntoInputs, toInputs } from './pipeline/point-into-inputs.js';
import { readRules } from './pipeline/read-rules.js';
import { peelInputs, readWorkflows } from './pipeline/read-workflows.js';

export interface ExplainResult {
  readonly diagnostics: readonly Diagnostic[];
  readonly inputs: readonly SourceFile[];
  /** `undefined` where mistakes keep the workflow or the rules from being read, or where they would add more than is allowed. */
  readonly explanation: Explanation | undefined;
}

/**
 * Answers why a step is there, why a rule did or did not match a task, or what templates can say. The answer is what the passes
 * themselves tell while they make the plan. Rules are explained also where hooks are not enabled.
 * @throws only where dagweave itself is at fault
 */
export function explain(input: CompileInput, question: Question): ExplainResult {
  const { report, take, hasErrors, all } = createCollector();
  const ended = (more: Partial<ExplainResult> = {}): ExplainResult => ({
    inputs: [],
    explanation: undefined,
    ...more,
    diagnostics: all(),
  });

  const { merged, rules } = readRules(input, report);
  if (hasErrors()) return ended();

  const { options, reading, inputs, whole } = peelInputs(input, rules, report);
  const planning = { rules, prompts: input.prompts, options };
  const inBase = createCollector();
  const isAboutOne = question.kind === 'task' && !hasErrors() && mayBeAlike(input);
  const byNames = isAboutOne ? openByNames(whole, reading, rules) : undefined;
  byNames?.report(report);
  const openInFull = () => {
    const read = readWorkflows(whole, reading, report);
    if (hasErrors()) return undefined;
    const base = withoutEarlierHooks(inputs, read, { reading, planning, force: true }, report);
    return { edits: base.edits, checked: checkWorkflows(base.read, inBase.report) };
  };
  const opened = byNames ? { edits: [], checked: [byNames.open] } : openInFull();
  if (!opened) return ended({ inputs });

  const { edits, checked } = opened;
  const evidence = createEvidence(question);
  const watched = { ...planning, watch: evidence, asked: askedBy(question) };
  const planned = inBase.hasErrors() ? [] : planWorkflows(checked, watched, inBase.report);
  pointIntoInputs(inBase.all(), edits).forEach(take);
  const isTooMuch = inBase.all().some(({ code }) => tooManyCodes.has(code));
  if (planned.length === 0 || isTooMuch) return ended({ inputs });

  if (question.kind === 'variables') {
    return ended({ inputs, explanation: explainVariables(planned, rules, options) });
  }
  const everyRule = everyRuleOf(merged, rules);
  const inForce = new Set(rules.rules.map(({ id }) => id));
  const known = { enabled: rules.enabled, inForce, everyRule };
  if (question.kind === 'step' || question.kind === 'task') {
    const { name } = question;
    const asked = { ...known, deny: rules.deny, toInput: toInputs(edits) };
    const found = placesCalled(name, asked, planned, evidence);
    const explanation =
      question.kind === 'step' ? explainStep(question, planned, evidence, found) : taskAnswer(name, found);
    return ended({ inputs, explanation });
  }
  if (question.kind === 'rule') return ended({ inputs, explanation: explainRule(question, known, planned, evidence) });
  const isOfNodes = everyRule.some(({ id, ofNodes, each }) => id === question.rule && (ofNodes || each));
  const tasks = planned.flatMap(({ workflow, tasks }) =>
    (isOfNodes ? nodesAsTasks(workflow) : tasks).map(({ name }) => name),
  );
  const asked = { question, ...known, taskNames: tasks };
  return ended({ inputs, explanation: explainVerdict(asked, planned, evidence) });
}

/** Those that are switched off as well. */
function everyRuleOf(merged: MergedLayers, { rules }: RuleSet): readonly Rule[] {
  if (merged.rules.every(({ enabled }) => enabled)) return rules;
  const all = merged.rules.map((rule) => ({ ...rule, enabled: true }));
  return resolveRules({ ...merged, rules: all }, silent).rules;
}

/** An answer about a task says nothing of hooks elsewhere, and planning them takes most of the time. */
function askedBy(question: Question): Asked | undefined {
  if (question.kind !== 'task') return undefined;
  return (workflow, tasks) => dagsAsked(question.name, workflow, tasks);
}
