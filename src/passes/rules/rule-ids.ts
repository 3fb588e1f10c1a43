import type { Report } from '../../diagnostics/diagnostics.js';
import { isOfPolicy } from '../../model/layer.js';
import { shortHash } from './legal-name.js';
import type { LayeredRule } from './merge.js';
import { repeatsInLists, ruleContent } from './rule-labels.js';

/**
 * The ids of rules, in their order: the one written, or else `<point>/<step or type>`. Rules that would get the same id have a
 * hash of their content added, so that no id depends on what is before or after a rule; equal rules are counted. Of the
 * actions of one list the first is no such rule, so that one more at the end changes no id.
 */
export function ruleIds(rules: readonly LayeredRule[], report: Report): readonly string[] {
  const ids = new Map<LayeredRule, string>();
  const taken = new Map<string, LayeredRule>();
  const repeats = new Map<string, number>();
  // No rule below a policy changes an id there.
  for (const ofPolicy of [true, false]) {
    const group = rules.filter((rule) => isOfPolicy(rule) === ofPolicy);
    for (const rule of group) takeWritten(rule, taken, report);
    const derived = group.map((rule) => (rule.id ? undefined : derivedId(rule)));
    const isRepeat = repeatsInLists(group, derived);
    const counts = countOf(derived.filter((_, index) => !isRepeat[index]));
    group.forEach((rule, index) => {
      const id = derived[index];
      if (id === undefined) return;
      const isFree = !isRepeat[index] && counts.get(id) === 1 && !taken.has(id);
      const own = isFree ? id : firstFree(`${id}-${shortHash(ruleContent(rule))}`, taken, repeats);
      ids.set(rule, own);
      taken.set(own, rule);
    });
  }
  return rules.map((rule) => rule.id?.value ?? ids.get(rule)!);
}

function takeWritten(rule: LayeredRule, taken: Map<string, LayeredRule>, report: Report): void {
  const { id } = rule;
  if (!id) return;
  const first = taken.get(id.value);
  if (!first) taken.set(id.value, rule);
  else {
    const [code, message] =
      isOfPolicy(first) && !isOfPolicy(rule)
        ? (['DW355', 'the policy'] as const)
        : (['DW327', 'the first one'] as const);
    report(code, { id: id.value }, { span: id.span, related: { message, span: first.id?.span ?? first.span } });
  }
}

/** An id is in a comment of the workflow, so only plain characters get in. */
function derivedId({ point: place, step, action, pack }: LayeredRule): string {
  const own = pack === undefined ? '' : `${pack}/`;
  const point = `${own}${action?.point ?? place}`;
  const name = step.kind === 'reference' ? (step.shown ?? step.name) : step.definition.type;
  const plain = name
    .slice(0, longestName)
    .split(/[^A-Za-z0-9._-]+/)
    .filter(Boolean)
    .join('-');
  return plain === name ? `${point}/${name}` : `${point}/${plain}-${shortHash(name)}`;
}

const longestName = 60;

function countOf(ids: readonly (string | undefined)[]): ReadonlyMap<string | undefined, number> {
  const counts = new Map<string | undefined, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** `repeats` remembers how far an id was counted, so that many equal rules stay cheap. */
function firstFree(id: string, taken: Pick<ReadonlySet<string>, 'has'>, repeats: Map<string, number>): string {
  let count = (repeats.get(id) ?? 0) + 1;
  while (taken.has(count === 1 ? id : `${id}-${count}`)) count += 1;
  repeats.set(id, count);
  return count === 1 ? id : `${id}-${count}`;
}
