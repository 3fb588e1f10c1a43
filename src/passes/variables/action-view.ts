import type { Rule, RuleSet } from '../../model/rule.js';
import type { Workflow } from '../../model/workflow.js';
import { findSession, type Session } from '../graph/session.js';
import type { TasksOf } from '../graph/tasks.js';
import type { BindPlace, ConditionAt } from './bind-place.js';

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
