import type { PlainWorkflow } from '../../formats/format.js';
import type { HookStencil } from '../../formats/stencils.js';
import { isOfPolicy } from '../../model/layer.js';
import type { RuleSet } from '../../model/rule.js';
import { isDeciding } from '../../passes/match/beyond-gates.js';

/** May the workflow set what the engine puts in place of variables of a hook? That is reported; a plan of an earlier text does not say. */
export function replacing(rules: RuleSet, { maySet }: PlainWorkflow): (hook: HookStencil) => boolean {
  const known = new Map(outputsOfOthers(rules).map((name) => [name, true]));
  return ({ ownNames }) =>
    ownNames.some((name) => {
      const isSet = known.get(name) ?? maySet((other) => other === name);
      known.set(name, isSet);
      return isSet;
    });
}

/** May the workflow set what decides which programs hooks of a policy run? That is reported. */
export function mayDecide(rules: RuleSet, { maySet }: PlainWorkflow): boolean {
  const ofPolicy = rules.rules.filter(isOfPolicy);
  if (ofPolicy.length === 0) return false;
  const outputs = outputsOfOthers(rules);
  // Handlers find what every hook of their DAG prints.
  const inHandlers = outputs.length > 0 && ofPolicy.some(({ point, run }) => point === 'final' && run !== 'success');
  return inHandlers || outputs.some(isDeciding) || maySet(isDeciding);
}

/** Names in which hooks of no policy leave what they print, as a workflow may do. */
function outputsOfOthers({ rules }: RuleSet): readonly string[] {
  return rules.flatMap((rule) => (!isOfPolicy(rule) && typeof rule.step.output === 'string' ? [rule.step.output] : []));
}
