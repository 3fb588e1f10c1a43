import { createPlanMemory, type PlanMemory } from './alike/plan-memory.js';
import { createRuleMemory, type RuleMemory } from './rule-memory.js';

/**
 * What compiles leave for those after them in the same process. It changes how long one takes, and nothing else. It holds no more than
 * the last configuration and plans of the last large workflow.
 */
export interface CompileMemory {
  readonly rules: RuleMemory;
  readonly plans: PlanMemory;
}

export function createCompileMemory(): CompileMemory {
  return { rules: createRuleMemory(), plans: createPlanMemory() };
}
