import type { Question } from '../../../model/explanation.js';
import { isOfTasks, type Rule } from '../../../model/rule.js';
import type { Workflow } from '../../../model/workflow.js';
import type { Hook } from '../../graph/slot.js';
import type { Refusal, Witness } from '../../select/rule-matches.js';
import type { BindPlace } from '../../variables/bind-place.js';
import type { Lookup } from '../../variables/variable-table.js';

/** What the passes reported while they made a plan. */
export interface Evidence extends Witness {
  refusalsOf(rule: string): readonly Refusal[];
  hooksOf(rule: Rule): readonly PlacedHook[];
  used(rule: Rule, place: BindPlace, name: string, lookup: Lookup): void;
  /** Variables that the step of a rule used at a place, by name. */
  variablesOf(
    rule: Rule,
    place: { readonly workflow: Workflow; readonly dag: number; readonly task: string | undefined },
  ): ReadonlyMap<string, Lookup>;
}

interface PlacedHook {
  readonly hook: Hook;
  readonly workflow: Workflow;
}

/** Keeps what an answer to the question is made from: all refusals are as many as rules times tasks. */
export function createEvidence(question: Question): Evidence {
  const refusals = new Map<string, Refusal[]>();
  const hooks = new Map<Rule, PlacedHook[]>();
  const variables = new Map<Workflow, Map<string, Map<string, Lookup>>>();
  return {
    refusalsOf: (rule) => refusals.get(rule) ?? [],
    hooksOf: (rule) => hooks.get(rule) ?? [],
    tasksAsked: (rule) => tasksAsked(rule, question),
    refused(refusal) {
      if (!isAskedAbout(refusal, question)) return;
      const { id } = refusal.rule;
      const known = refusals.get(id);
      if (known) known.push(refusal);
      else refusals.set(id, [refusal]);
    },
    placed(hook, workflow) {
      const known = hooks.get(hook.rule);
      if (known) known.push({ hook, workflow });
      else hooks.set(hook.rule, [{ hook, workflow }]);
    },
    used(rule, { workflow, dag, task }, name, lookup) {
      const ofWorkflow = variables.get(workflow) ?? new Map<string, Map<string, Lookup>>();
      variables.set(workflow, ofWorkflow);
      const key = placeKey(rule, dag.index, task?.name);
      const known = ofWorkflow.get(key) ?? new Map<string, Lookup>();
      ofWorkflow.set(key, known.set(name, lookup));
    },
    variablesOf: (rule, { workflow, dag, task }) =>
      variables.get(workflow)?.get(placeKey(rule, dag, task)) ?? new Map<string, Lookup>(),
  };
}

function tasksAsked(rule: Rule, question: Question): readonly string[] | 'all' {
  if (question.kind === 'variables') return [];
  if (question.kind === 'step' || question.kind === 'task') return [question.name];
  if (rule.id !== question.rule) return [];
  return question.kind === 'rule' ? 'all' : [question.task];
}

function isAskedAbout({ rule, task }: Refusal, question: Question): boolean {
  const names = tasksAsked(rule, question);
  if (names === 'all' || (names.length > 0 && !isOfTasks(rule))) return true;
  return task !== undefined && names.some((name) => name === task.name || name === task.id);
}

function placeKey(rule: Rule, dag: number, task: string | undefined): string {
  return JSON.stringify([rule.id, dag, task ?? null]);
}
