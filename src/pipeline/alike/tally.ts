import type { HandlerPlan } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import { filesOfCall } from '../../model/step.js';
import type { Workflow } from '../../model/workflow.js';
import { collectPromptFiles, type DeliveredPrompt } from '../prompt-files.js';
import type { ShapePlan } from './shape-plan.js';

/** What plans add to the DAGs of a workflow, counted DAG by DAG. */
export interface Tally {
  add(dag: number, plan: ShapePlan): void;
  /** @param handlers what the handlers of a DAG are to run */
  addHandlers(dag: number, handlers: readonly HandlerPlan[]): void;
  /** How many hooks there are of each rule. */
  readonly byRule: ReadonlyMap<Rule, number>;
  /** DAGs that get steps, in their order. */
  readonly withSteps: readonly number[];
  /** Those and the ones whose handlers run hooks. */
  readonly changed: ReadonlySet<number>;
  counts(): { readonly steps: number; readonly dags: number; readonly rewired: number };
  promptFiles(): readonly DeliveredPrompt[];
}

export function createTally({ dags }: Pick<Workflow, 'dags'>): Tally {
  const byRule = new Map<Rule, number>();
  const withSteps: number[] = [];
  const changed = new Set<number>();
  const prompts = collectPromptFiles();
  let steps = 0;
  let rewired = 0;
  const count = (rule: Rule) => {
    byRule.set(rule, (byRule.get(rule) ?? 0) + 1);
    steps += 1;
  };
  return {
    add(dag, plan) {
      for (const { rule, files } of plan.hooks) {
        count(rule);
        if (files.length > 0) prompts.add(dags[dag]!.file, files);
      }
      rewired += plan.rewired;
      if (plan.hooks.length === 0) return;
      withSteps.push(dag);
      changed.add(dag);
    },
    addHandlers(dag, handlers) {
      for (const { injections } of handlers)
        for (const { injection } of injections) {
          count(injection.rule);
          prompts.add(dags[dag]!.file, filesOfCall(injection.call));
        }
      if (handlers.length > 0) changed.add(dag);
    },
    byRule,
    withSteps,
    changed,
    counts: () => ({ steps, dags: changed.size, rewired }),
    promptFiles: prompts.all,
  };
}
