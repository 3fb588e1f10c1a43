import type { EngineShell } from '../../model/engine.js';
import type { RunCondition } from '../../model/plan.js';
import type { Rule, RuleSet } from '../../model/rule.js';
import type { StepCall } from '../../model/step.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import { findSession, type Session } from '../graph/session.js';
import type { Task, TasksOf } from '../graph/tasks.js';

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
