import { isOfPolicy } from '../../model/layer.js';
import type { RuleSet } from '../../model/rule.js';
import { isOfTaskEnd, type Rule } from '../../model/rule.js';
import { stepTypes } from '../../steps/index.js';
import { conventions } from '../rules/conventions.js';

/**
 * May DAGs of one shape be planned together that the same of these rules match? Not where a rule goes to single steps by what they do, or
 * asks what a condition comes to, since shapes say nothing of that, nor where hooks go into the ends of tasks.
 */
export function areByTask(rules: RuleSet): boolean {
  return (
    rules.deny.length === 0 &&
    rules.tasksAre === 'auto' &&
    rules.taskIds.length === 0 &&
    rules.prompts === 'inline' &&
    rules.maxAddedCriticalPath === undefined &&
    rules.ofPolicy === undefined &&
    rules.stages === undefined &&
    rules.teardown === undefined &&
    rules.setup.every(({ text }) => text === conventions.setup) &&
    rules.taskEnds.every(({ text }) => text === conventions.taskEnds) &&
    rules.rules.every(isByTask)
  );
}

function isByTask(rule: Rule): boolean {
  const type = stepTypes.get(rule.step.type);
  return (
    !isOfPolicy(rule) &&
    (rule.match === undefined || rule.point === 'pre_task' || rule.point === 'post_task') &&
    rule.each === undefined &&
    rule.ofNodes === undefined &&
    rule.action === undefined &&
    rule.when === undefined &&
    rule.environments === undefined &&
    rule.expect === undefined &&
    !rule.once &&
    !isOfTaskEnd(rule) &&
    type !== undefined &&
    type.child?.(rule.step.config) === undefined &&
    type.listensAt?.(rule.step.config) === undefined &&
    rule.step.type !== 'approval'
  );
}
