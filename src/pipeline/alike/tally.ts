import type { HookStencil } from '../../formats/stencils.js';
import { whenAsked } from '../../formats/when-asked.js';
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
  /** How many hooks there are of each rule, once all are added. */
  byRule(): ReadonlyMap<Rule, number>;
  /** DAGs that get steps, in their order. */
  readonly withSteps: readonly number[];
  /** Those and the ones whose handlers run hooks. */
  readonly changed: ReadonlySet<number>;
  counts(): { readonly steps: number; readonly dags: number; readonly rewired: number };
  promptFiles(): readonly DeliveredPrompt[];
}

export function createTally({ dags }: Pick<Workflow, 'dags'>): Tally {
  // Most plans are for many DAGs.
  const byPlan = new Map<ShapePlan, Counted>();
  const inHandlers: Rule[] = [];
  const withSteps: number[] = [];
  const changed = new Set<number>();
  const prompts = collectPromptFiles();
  const byRule = whenAsked(() => countByRule(byPlan, inHandlers));
  return {
    add(dag, plan) {
      let counted = byPlan.get(plan);
      if (!counted) {
        counted = { dags: 0, files: plan.hooks.flatMap(({ files }) => (files.length > 0 ? [files] : [])) };
        byPlan.set(plan, counted);
      }
      counted.dags += 1;
      for (const files of counted.files) prompts.add(dags[dag]!.file, files);
      if (plan.hooks.length === 0) return;
      withSteps.push(dag);
      changed.add(dag);
    },
    addHandlers(dag, handlers) {
      for (const { injections } of handlers)
        for (const { injection } of injections) {
          inHandlers.push(injection.rule);
          prompts.add(dags[dag]!.file, filesOfCall(injection.call));
        }
      if (handlers.length > 0) changed.add(dag);
    },
    byRule,
    withSteps,
    changed,
    counts() {
      let [steps, rewired] = [inHandlers.length, 0];
      for (const [plan, counted] of byPlan) {
        steps += plan.hooks.length * counted.dags;
        rewired += plan.rewired * counted.dags;
      }
      return { steps, dags: changed.size, rewired };
    },
    promptFiles: prompts.all,
  };
}

interface Counted {
  /** How many DAGs have the plan. */
  dags: number;
  /** The files of each hook that has some. */
  readonly files: readonly HookStencil['files'][];
}

function countByRule(byPlan: ReadonlyMap<ShapePlan, Counted>, inHandlers: readonly Rule[]): ReadonlyMap<Rule, number> {
  const byRule = new Map<Rule, number>();
  const count = (rule: Rule, times: number) => byRule.set(rule, (byRule.get(rule) ?? 0) + times);
  for (const [{ hooks }, { dags }] of byPlan) for (const { rule } of hooks) count(rule, dags);
  for (const rule of inHandlers) count(rule, 1);
  return byRule;
}
