import { namesOf, parseCondition } from '../../lang/condition.js';
import { type ConditionText, isOfTaskEnd, isOfTasks, type Rule, type RuleSet } from '../../model/rule.js';
import { stepTypes } from '../../steps/index.js';

/**
 * May DAGs of one shape be planned together of which these rules match the same, tasks and steps? Not where what a condition
 * comes to depends on the DAG, since shapes say nothing of that, nor where hooks go into the ends of tasks.
 * @param isOneFile are all DAGs in one file?
 */
export function areByShape(rules: RuleSet, isOneFile: boolean): boolean {
  return (
    (rules.tasksAre === 'auto' || rules.tasksAre === 'bodies') &&
    rules.stages === undefined &&
    rules.rules.every(isByShape) &&
    !(rules.rules.some(({ each }) => each) && asksContext(rules, asksAboutStep)) &&
    (isOneFile || !asksContext(rules, asksAboutFile))
  );
}

/** Variables that are about the step that a hook is for, and not about its name. */
export const asksAboutStep = /\btask\.(?:command|kind|tool)\b/;

/** Variables that are about the file of the DAG. */
export const asksAboutFile = /\bdag\.file\b/;

function asksContext({ context, ofPolicy }: RuleSet, about: RegExp): boolean {
  return [...context.values(), ...(ofPolicy?.context.values() ?? [])].some(({ text }) => about.test(text));
}

function isByShape(rule: Rule): boolean {
  const type = stepTypes.get(rule.step.type);
  return (
    (rule.match === undefined || isOfTasks(rule)) &&
    // An anchor may put a hook where the step does not wait for it.
    (rule.each === undefined || rule.anchor === undefined) &&
    rule.ofNodes === undefined &&
    rule.action === undefined &&
    (rule.when === undefined || !isOfTasks(rule) || isSameEverywhere(rule.when)) &&
    !isOfTaskEnd(rule) &&
    type !== undefined &&
    type.child?.(rule.step.config) === undefined &&
    type.listensAt?.(rule.step.config) === undefined &&
    (rule.step.type !== 'approval' || !isOfTasks(rule))
  );
}

/** Does a condition ask for nothing but what is the same wherever a rule goes, and known before the run? */
function isSameEverywhere({ text }: ConditionText): boolean {
  const parsed = parseCondition(text);
  return parsed.ok && namesOf(parsed.condition).every(({ name }) => /^(?:vars|env|params)\./.test(name));
}
