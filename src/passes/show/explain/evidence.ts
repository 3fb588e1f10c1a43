import type { Rule } from '../../../model/rule.js';
import type { Workflow } from '../../../model/workflow.js';
import type { Hook } from '../../graph/slot.js';
import type { Refusal, Witness } from '../../select/rule-matches.js';
import type { BindPlace } from '../../variables/bind-place.js';
import type { Lookup } from '../../variables/variable-table.js';

/** What the passes reported while they made a plan. */
export interface Evidence extends Witness {
  readonly refusals: readonly Refusal[];
  readonly hooks: readonly PlacedHook[];
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

export function createEvidence(): Evidence {
  const refusals: Refusal[] = [];
  const hooks: PlacedHook[] = [];
  const variables = new Map<Workflow, Map<string, Map<string, Lookup>>>();
  return {
    refusals,
    hooks,
    refused: (refusal) => void refusals.push(refusal),
    placed: (hook, workflow) => void hooks.push({ hook, workflow }),
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

function placeKey(rule: Rule, dag: number, task: string | undefined): string {
  return JSON.stringify([rule.id, dag, task ?? null]);
}
