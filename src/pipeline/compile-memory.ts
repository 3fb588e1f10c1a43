import type { Diagnostic } from '../diagnostics/diagnostics.js';
import type { RuleSet } from '../model/rule.js';
import { createPlanMemory, type PlanMemory } from './alike/plan-memory.js';
import type { Configured } from './read-rules.js';
import { createRuleMemory, type RuleMemory, rulesOf } from './rule-memory.js';

/**
 * What compiles leave for those after them in the same process. It changes how long one takes, and nothing else. It holds no more than
 * the last configuration, and plans and texts of the last large workflow.
 */
export interface CompileMemory {
  readonly rules: RuleMemory;
  readonly plans: PlanMemory;
}

export function createCompileMemory(): CompileMemory {
  return { rules: createRuleMemory(), plans: createPlanMemory() };
}

/** What the configuration comes to. @param take hears what there is to report of it, each time */
export function rulesFrom(
  memory: CompileMemory | undefined,
  configured: Configured,
  take: (diagnostic: Diagnostic) => void,
): RuleSet {
  const { rules, diagnostics } = memory ? memory.rules.read(configured) : rulesOf(configured);
  diagnostics.forEach(take);
  return rules;
}
