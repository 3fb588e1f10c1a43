import type { Engine } from '../../model/engine.js';
import { isOfPolicy } from '../../model/layer.js';
import type { Rule } from '../../model/rule.js';
import type { Dag } from '../../model/workflow.js';
import { stepTypes } from '../../steps/index.js';
import { anchorNodeName, taskNodeName } from '../graph/nodes-about.js';
import type { Hook } from '../graph/slot.js';
import { actionVariable, distinctVariable, outputVariable } from '../rules/result-variable.js';
import type { PlacedNode } from './place.js';
import type { Remarks } from './remarks.js';
import { hooksOf, identityOf, uniqueNames } from './unique-names.js';

/**
 * The variables that capture what the hooks of a DAG print. Of the results that nobody asked for by name only so many are
 * captured: an engine hands all of them to every later step, and a process takes only so much.
 */
export function nameOutputs(
  dag: Dag,
  list: readonly PlacedNode[],
  { maxOutputs }: Engine,
  remarks: Remarks,
): ReadonlyMap<Hook, string> {
  const asked: Hook[] = [];
  const offered: Hook[] = [];
  for (const hook of hooksOf(list)) {
    const { step } = hook.rule;
    if (!isAskedFor(hook.rule)) {
      if (hasBoundedResult(step.type)) offered.push(hook);
    } else if (step.output !== false) asked.push(hook);
  }
  // The results of policies come first, so that no project takes their place.
  offered.sort((a, b) => Number(isOfPolicy(b.rule)) - Number(isOfPolicy(a.rule)));
  const left = offered[maxOutputs];
  if (left && maxOutputs > 0) remarks.notCaptured(left.rule, dag);
  if (maxOutputs === 0)
    for (const { rule } of asked) if (rule.step.output !== undefined) remarks.capturesNothing(rule, dag);
  const captured = maxOutputs === 0 ? [] : [...asked, ...offered.slice(0, maxOutputs)];
  const named: Hook[] = [];
  const given = new Map<Hook, string>();
  for (const hook of captured) {
    const variable = variableGiven(hook);
    if (variable === undefined) named.push(hook);
    else given.set(hook, variable);
  }
  const plain = (hook: Hook) => {
    const [node] = taskNodeName(hook, dag);
    return outputVariable(node ?? hook.task?.name, hook.rule, anchorNodeName(hook, dag));
  };
  const distinct = (hook: Hook, name: string, round: number) =>
    distinctVariable(name, [...identityOf(hook, dag), ...(round === 0 ? [] : [String(round)])]);
  for (const [hook, variable] of uniqueNames(named, [], plain, distinct)) given.set(hook, variable);
  return given;
}

/** A variable that others know the hook's output by. */
function variableGiven({ rule, task }: Hook): string | undefined {
  const { output } = rule.step;
  if (typeof output === 'string') return output;
  // Others of the same DAG give the same, and each is asked for by actions of its own list only.
  if (rule.action?.watched.output) return actionVariable(task?.name, rule);
  return ownVariable(rule);
}

/** By its output, or because others wait for what it gets. */
function isAskedFor(rule: Rule): boolean {
  return rule.step.output !== undefined || ownVariable(rule) !== undefined;
}

function ownVariable({ step, await: awaited }: Rule): string | undefined {
  return awaited ? stepTypes.get(step.type)?.outputName?.(step.config) : undefined;
}

function hasBoundedResult(type: string): boolean {
  return stepTypes.get(type)?.boundedResult === true;
}
