import type { EngineShell } from '../../model/engine.js';
import type { RunCondition } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import type { StepCall } from '../../model/step.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import type { Task } from '../graph/tasks.js';

/** Where a rule's step is to run, for its variables. */
export interface BindPlace {
  readonly workflow: Workflow;
  readonly dag: Dag;
  readonly task: Task | undefined;
  /** Of the engine that runs it. */
  readonly shell: EngineShell;
}

/** Renders a rule's step for one place. */
export type Bind = (rule: Rule, place: BindPlace) => StepCall;

/**
 * What a rule's condition comes to at a place: where it is true or false already, or the condition that is left to the run.
 */
export type ConditionAt = (rule: Rule, place: BindPlace) => 'always' | 'never' | RunCondition;
