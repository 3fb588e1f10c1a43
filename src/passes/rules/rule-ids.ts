import type { Report } from '../../diagnostics/diagnostics.js';
import type { Span } from '../../model/source.js';
import type { LayeredRule } from './merge.js';
import { ruleContent, shortHash } from './rule-names.js';

/**
 * The ids of rules, in their order: the one written, or else `<point>/<step or type>`. Rules that would get the same id have a
 * hash of their content added, so that no id depends on what is before or after a rule; equal rules are counted.
 */
export function nameRules(rules: readonly LayeredRule[], report: Report): readonly string[] {
  const taken = writtenIds(rules, report);
  const derived = rules.map((rule) => (rule.id ? undefined : derivedId(rule)));
  const counts = countOf(derived);
  const repeats = new Map<string, number>();
  return rules.map((rule, index) => {
    const id = derived[index];
    if (id === undefined) return rule.id!.value;
    const own =
      counts.get(id) === 1 && !taken.has(id) ? id : firstFree(`${id}-${shortHash(ruleContent(rule))}`, taken, repeats);
    taken.add(own);
    return own;
  });
}

function writtenIds(rules: readonly LayeredRule[], report: Report): Set<string> {
  const places = new Map<string, Span>();
  for (const { id } of rules) {
    if (!id) continue;
    const first = places.get(id.value);
    if (first) report('DW327', { id: id.value }, { span: id.span, related: { message: 'the first one', span: first } });
    else places.set(id.value, id.span);
  }
  return new Set(places.keys());
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
function firstFree(id: string, taken: ReadonlySet<string>, repeats: Map<string, number>): string {
  let count = (repeats.get(id) ?? 0) + 1;
  while (taken.has(count === 1 ? id : `${id}-${count}`)) count += 1;
  repeats.set(id, count);
  return count === 1 ? id : `${id}-${count}`;
}
