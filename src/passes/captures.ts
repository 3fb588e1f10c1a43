import type { Capabilities } from '../model/plan.js';
import type { Dag } from '../model/workflow.js';
import { stepTypes } from '../steps/index.js';
import { outputVariable } from './name.js';
import type { Remarks } from './remarks.js';
import type { Hook } from './slot.js';

/**
 * The variables that capture what the hooks of a DAG print. A result that nobody asked for by name is captured only as long
 * as there are few: an engine hands all of them to every later step, and a process takes only so much.
 */
export function nameOutputs(
  dag: Dag,
  names: ReadonlyMap<Hook, string>,
  { maxCapturedOutputs }: Capabilities,
  remarks: Remarks,
): ReadonlyMap<Hook, string> {
  const asked = [...names].filter(([{ rule }]) => rule.step.output !== undefined && rule.step.output !== false);
  const offered = [...names].filter(([{ rule }]) => rule.step.output === undefined && hasBoundedResult(rule.step.type));
  const tooMany = offered.length > maxCapturedOutputs;
  if (tooMany && maxCapturedOutputs > 0) remarks.notCaptured(offered[0]![0].rule, dag);
  const captured = maxCapturedOutputs === 0 ? [] : tooMany ? asked : [...asked, ...offered];
  return new Map(
    captured.map(([hook, name]) => {
      const { output } = hook.rule.step;
      return [hook, typeof output === 'string' ? output : outputVariable(hook.task?.name, name)];
    }),
  );
}

function hasBoundedResult(type: string): boolean {
  return stepTypes.get(type)?.boundedResult === true;
}
