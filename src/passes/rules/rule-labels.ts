import type { Report } from '../../diagnostics/diagnostics.js';
import { isOfPolicy } from '../../model/layer.js';
import { hookPrefix } from '../../model/mark.js';
import { legalName, shortHash } from './legal-name.js';
import type { LayeredRule } from './merge.js';

/**
 * What hooks are called after, for each rule in order: its id, or else its definition, or else its type. Rules without an id that
 * would share a name have a hash of their content added. So a rule with an id has the same name whichever other rules there are.
 */
export function ruleLabels(rules: readonly LayeredRule[], report: Report): readonly string[] {
  const labels = rules.map((rule) => legalName(readableName(rule)));
  reportLookalikes(rules, labels, report);
  const isRepeat = repeatsInLists(
    rules,
    labels.map((label, index) => (rules[index]!.id ? undefined : label)),
  );
  // No rule below a policy changes a name there.
  const [among, amongPolicies] = [() => true, isOfPolicy].map((counts) => ({
    ids: new Set(labels.filter((_, index) => counts(rules[index]!) && rules[index]!.id)),
    others: groupsOf(labels, (index) => counts(rules[index]!) && !rules[index]!.id && !isRepeat[index]),
  }));
  reportShared(rules, labels, among!.others, report);
  const repeats = new Map<string, number>();
  return rules.map((rule, index) => {
    const label = labels[index]!;
    const { ids, others } = (isOfPolicy(rule) ? amongPolicies : among)!;
    if (rule.id || (!ids.has(label) && !isRepeat[index] && others.get(label)!.length === 1)) return label;
    const content = isOfPolicy(rule) ? `policy ${ruleContent(rule)}` : ruleContent(rule);
    const repeat = repeats.get(`${label} ${content}`) ?? 0;
    repeats.set(`${label} ${content}`, repeat + 1);
    const start = rule.action ? legalName(pointOf(rule.action)) : label;
    return `${start}-${shortHash(repeat === 0 ? content : `${content} ${repeat}`)}`;
  });
}

/** Indexes of rules by their label. */
function groupsOf(
  labels: readonly string[],
  counts: (index: number) => boolean,
): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  labels.forEach((label, index) => {
    if (!counts(index)) return;
    const group = groups.get(label);
    if (group) group.push(index);
    else groups.set(label, [index]);
  });
  return groups;
}

/** Ids that differ in signs or in case alone: one of their hooks, or the variable of its result, would have to be renamed for the other. */
function reportLookalikes(rules: readonly LayeredRule[], labels: readonly string[], report: Report): void {
  const first = new Map<string, LayeredRule>();
  const inOrder = [...rules.keys()].sort((a, b) => Number(isOfPolicy(rules[b]!)) - Number(isOfPolicy(rules[a]!)));
  for (const index of inOrder) {
    const rule = rules[index]!;
    if (!rule.id) continue;
    const look = labels[index]!.toUpperCase().replace(/[^A-Z0-9]/g, '_');
    const other = first.get(look);
    if (!other) first.set(look, rule);
    // Two rules of one id are a mistake that is reported elsewhere.
    if (!other || other.id!.value === rule.id.value) continue;
    const message = isOfPolicy(other) ? 'the policy' : 'the other one';
    report(
      'DW474',
      { id: rule.id.value, other: other.id!.value },
      { span: rule.id.span, related: { message, span: other.id!.span } },
    );
  }
}

/** Rules without an id whose names have a hash because there are several: one more, or one less, changes the name of another. */
function reportShared(
  rules: readonly LayeredRule[],
  labels: readonly string[],
  groups: ReadonlyMap<string, readonly number[]>,
  report: Report,
): void {
  const ids = new Map(rules.flatMap(({ id }, index) => (id ? [[labels[index]!, index] as const] : [])));
  for (const [label, all] of groups) {
    // Rules about tools come from files that have no ids.
    const [one, other = ids.get(label)] = all.filter((index) => !rules[index]!.ofNodes);
    if (one === undefined || other === undefined) continue;
    const related = { message: 'the other one', span: rules[other]!.span };
    report('DW475', { name: `${hookPrefix}${label}` }, { span: rules[one]!.span, related });
  }
}

/** For each rule, whether an action before it in its list would get the same name. */
export function repeatsInLists(
  rules: readonly LayeredRule[],
  names: readonly (string | undefined)[],
): readonly boolean[] {
  const seen = new Set<string>();
  return rules.map(({ action }, index) => {
    if (!action || names[index] === undefined) return false;
    const key = `${action.list} ${names[index]}`;
    const isRepeat = seen.has(key);
    seen.add(key);
    return isRepeat;
  });
}

function readableName({ id, step, action }: LayeredRule): string {
  if (id) return id.value;
  const definition = step.kind === 'reference' ? step.name : step.definition.name;
  if (definition !== undefined) return definition;
  const type = step.kind === 'inline' ? step.definition.type : '';
  return action ? `${pointOf(action)}-${type}` : type;
}

function pointOf({ point, loop }: NonNullable<LayeredRule['action']>): string {
  return loop ? `${point}-${loop.value}` : point;
}

/** What the rule says; not where it is in its list, nor whether it is switched on. */
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
    ...(action ? [{ point: action.point, loop: action.loop?.value }] : []),
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
