import type { PlainWorkflow } from '../../formats/format.js';
import { isOfPolicy } from '../../model/layer.js';
import type { Injection } from '../../model/plan.js';
import type { Rule, RuleSet } from '../../model/rule.js';
import { demandsOnHooks, type HookWork, hookPlace, workOf } from '../../passes/match/beyond-gates.js';
import type { PlaceMatcher } from '../../passes/match/places.js';
import { fillIn } from '../../text/stencil.js';
import type { ShapePlan } from './shape-plan.js';
import { wordsOf } from './stand-ins.js';

export interface PolicyCheck {
  /** May a hook of others in this DAG do what a policy forbids or guards? Asked of each DAG: it may be because of its name. */
  isAgainst(dag: number, plan: Pick<ShapePlan, 'hooks'>): boolean;
  /** The same of hooks that are planned with the name of their DAG. */
  areAgainst(dag: number, injections: readonly Injection[]): boolean;
}

export function createPolicyCheck(
  rules: RuleSet,
  { open, names }: Pick<PlainWorkflow, 'open' | 'names'>,
  placeMatcher: PlaceMatcher,
): PolicyCheck {
  const demands = rules.rules.every(isOfPolicy) ? [] : demandsOnHooks(rules);
  const isForbidden = (dag: number, rule: Rule, work: HookWork) => {
    if (isOfPolicy(rule)) return false;
    const hook = hookPlace(rule, work, open.workflow.dags[dag]!);
    return demands.some(({ match }) => placeMatcher.beside(match, dag, hook).kind !== 'no');
  };
  return {
    isAgainst(dag, { hooks }) {
      if (demands.length === 0) return false;
      const words = wordsOf(names[dag]!);
      // One that starts a workflow is planned with all DAGs at hand.
      return hooks.some(({ rule, scripts }) =>
        isForbidden(dag, rule, { scripts: scripts.map((script) => fillIn(script, words)), calls: [] }),
      );
    },
    areAgainst: (dag, injections) => injections.some(({ rule, call }) => isForbidden(dag, rule, workOf(call))),
  };
}
