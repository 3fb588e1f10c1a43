import type { FalsePart } from '../../lang/condition.js';
import type { EngineShell } from '../../model/engine.js';
import type { RunCondition } from '../../model/plan.js';
import type { Rule, RuleSet } from '../../model/rule.js';
import type { StepCall } from '../../model/step.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import { findSession, type Session } from '../graph/session.js';
import type { Task, TasksOf } from '../graph/tasks.js';
import type { VariableTable } from './variable-table.js';

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

/** Why a rule's condition, or the environments that it is for, keep it away from a place. */
export type WhyNever =
  /** `undefined` where nobody states an environment. */
  | { readonly kind: 'environment'; readonly here: string | undefined }
  | { readonly kind: 'condition'; readonly parts: readonly FalsePart[]; readonly table: VariableTable };

export type WhyNeverAt = (rule: Rule, place: BindPlace) => WhyNever;

/** What the variables of actions are worked out from, besides the place of a hook. */
export interface ActionView {
  sessionOf(workflow: Workflow): Session;
  readonly conditionAt: ConditionAt;
}

/** Each is looked for when first asked, and once. */
export function createActionView(rules: RuleSet, tasksOf: TasksOf, conditionAt: ConditionAt): ActionView {
  const sessions = new Map<Workflow, Session>();
  return {
    conditionAt,
    sessionOf(workflow) {
      const session = sessions.get(workflow) ?? findSession(workflow, tasksOf(workflow), rules);
      sessions.set(workflow, session);
      return session;
    },
  };
}

/** A hook that comes from a list of actions, at its place. */
export interface ActionPlace {
  readonly rule: Rule & { readonly action: NonNullable<Rule['action']> };
  readonly place: BindPlace;
}
