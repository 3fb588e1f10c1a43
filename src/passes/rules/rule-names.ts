import { createHash } from 'node:crypto';
import { isOfPolicy } from '../../model/layer.js';
import type { LayeredRule } from './merge.js';

/**
 * What hooks are called after, for each rule in order: its id, or else its definition, or else its type. Rules that would share
 * a name have a hash added, of the id where one is written next to another, of the content where none is. So a rule with an id
 * has the same name whichever other rules there are.
 */
export function ruleLabels(rules: readonly LayeredRule[]): readonly string[] {
  const labels = rules.map((rule) => legalName(readableName(rule)));
  // No rule below a policy changes a name there.
  const [among, amongPolicies] = [() => true, isOfPolicy].map((counts) => ({
    ids: groupsOf(rules, labels, (rule) => counts(rule) && rule.id !== undefined),
    others: groupsOf(rules, labels, (rule) => counts(rule) && rule.id === undefined),
  }));
  const repeats = new Map<string, number>();
  return rules.map((rule, index) => {
    const label = labels[index]!;
    const { ids, others } = (isOfPolicy(rule) ? amongPolicies : among)!;
    if (rule.id) return ids.get(label)! > 1 ? `${label}-${shortHash(rule.id.value)}` : label;
    if (!ids.has(label) && others.get(label) === 1) return label;
    const content = isOfPolicy(rule) ? `policy ${ruleContent(rule)}` : ruleContent(rule);
    const repeat = repeats.get(`${label} ${content}`) ?? 0;
    repeats.set(`${label} ${content}`, repeat + 1);
    return `${label}-${shortHash(repeat === 0 ? content : `${content} ${repeat}`)}`;
  });
}

function groupsOf(
  rules: readonly LayeredRule[],
  labels: readonly string[],
  counts: (rule: LayeredRule) => boolean,
): ReadonlyMap<string, number> {
  const groups = new Map<string, number>();
  const values = new Set<string>();
  rules.forEach((rule, index) => {
    // Two rules of one id are a mistake that is reported elsewhere.
    if (!counts(rule) || (rule.id && values.has(rule.id.value))) return;
    if (rule.id) values.add(rule.id.value);
    groups.set(labels[index]!, (groups.get(labels[index]!) ?? 0) + 1);
  });
  return groups;
}

function readableName({ id, step, action }: LayeredRule): string {
  if (id) return id.value;
  const definition = step.kind === 'reference' ? step.name : step.definition.name;
  if (definition !== undefined) return definition;
  return action ? actionName(action) : step.kind === 'inline' ? step.definition.type : '';
}

/** Actions have no names of their own, so that their place in their list is all that tells them apart. */
function actionName({ point, loop, index }: NonNullable<LayeredRule['action']>): string {
  return [point, ...(loop ? [loop.value] : []), ...(index === 0 ? [] : [index + 1])].join('-');
}

/** A part of a node's name. Where something gets lost that a reader would tell apart, a hash of the whole is added. */
export function legalName(text: string): string {
  const name = text.replace(/[_/]/g, '-');
  return legalPart(name) === name ? name : `${legalPart(name)}-${shortHash(text)}`;
}

function legalPart(text: string): string {
  return text.replace(/[^A-Za-z0-9.-]+/g, '-');
}

/** What the rule says; not where it is, nor whether it is switched on. */
export function ruleContent(rule: LayeredRule): string {
  const { step, tasks, tasksExclude, anchor, action } = rule;
  const run =
    step.kind === 'reference' ? step.name : [step.definition.type, step.definition.output, step.definition.config];
  const values = (list: LayeredRule['tasks']) => list?.map((one) => one.value);
  const where = [
    rule.point,
    values(tasks),
    values(tasksExclude),
    anchor?.side,
    anchor?.pattern.value,
    anchor?.onMissing,
  ];
  const how = [rule.order, rule.parallel, rule.await, rule.policy, rule.run, rule.optional, rule.once];
  const more = [
    ...(rule.when ? [{ when: rule.when.value }] : []),
    ...(rule.each || rule.match || rule.expect
      ? [{ each: rule.each, match: unplaced([rule.match, rule.expect]) }]
      : []),
    ...(rule.environments ? [{ environments: rule.environments.value }] : []),
    ...(action ? [{ point: action.point, loop: action.loop?.value, index: action.index }] : []),
  ];
  return JSON.stringify([run, where, how, ...more], sortKeys);
}

function unplaced(match: unknown): string {
  return JSON.stringify(match, (key, value: unknown) => (key === 'span' ? undefined : value));
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
