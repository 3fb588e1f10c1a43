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
  // Most plans are for many DAGs. The planner may forget one, so none is held here.
  const ofPlans = new WeakMap<ShapePlan, Counted>();
  const counted: Counted[] = [];
  const inHandlers: Rule[] = [];
  const withSteps: number[] = [];
  const changed = new Set<number>();
  const prompts = collectPromptFiles();
  const byRule = whenAsked(() => countByRule(counted, inHandlers));
  return {
    add(dag, plan) {
      let ofPlan = ofPlans.get(plan);
      if (!ofPlan) {
        ofPlan = countedOf(plan);
        ofPlans.set(plan, ofPlan);
        counted.push(ofPlan);
      }
      ofPlan.dags += 1;
      for (const files of ofPlan.files) prompts.add(dags[dag]!.file, files);
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
      for (const one of counted) {
        steps += one.rules.length * one.dags;
        rewired += one.rewired * one.dags;
      }
      return { steps, dags: changed.size, rewired };
    },
    promptFiles: prompts.all,
  };
}

/** What a plan adds to each of its DAGs, and how many these are. */
interface Counted {
  dags: number;
  readonly rules: readonly Rule[];
  readonly rewired: number;
  /** The files of each hook that has some. */
  readonly files: readonly HookStencil['files'][];
}

function countedOf({ hooks, rewired }: ShapePlan): Counted {
  const files = hooks.flatMap((hook) => (hook.files.length > 0 ? [hook.files] : []));
  return { dags: 0, rules: hooks.map(({ rule }) => rule), rewired, files };
}

function countByRule(counted: readonly Counted[], inHandlers: readonly Rule[]): ReadonlyMap<Rule, number> {
  const byRule = new Map<Rule, number>();
  const count = (rule: Rule, times: number) => byRule.set(rule, (byRule.get(rule) ?? 0) + times);
  for (const { rules, dags } of counted) for (const rule of rules) count(rule, dags);
  for (const rule of inHandlers) count(rule, 1);
  return byRule;
}
