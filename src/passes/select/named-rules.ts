import { isExactPattern } from '../../lang/pattern.js';
import type { Pattern } from '../../model/pattern.js';
import type { Rule } from '../../model/rule.js';
import type { Matches } from '../graph/tasks.js';
import { namesOfRule } from '../rules/hook-name.js';
import type { Candidate } from './candidate.js';

/** A DAG, or a node of one that is a task. */
export type PlaceKey = number | `${number} ${number}`;

export function placeKey({ dag, task }: Candidate): PlaceKey {
  return task?.body === undefined && task !== undefined ? `${dag} ${task.node!.node}` : dag;
}

/** Rules by what an anchor may call their hooks. */
export interface NamedRules {
  /** Is there one, other than this, whose hook the pattern may mean? */
  hasOther(pattern: Pattern, than: Rule): boolean;
  /** Is there one, other than this, whose hooks are all called so? */
  hasOtherCalled(own: string, than: Rule): boolean;
}

function createNamedRules(rules: ReadonlySet<Rule>, matches: Matches): NamedRules {
  const byName = new Map<string, Set<Rule>>();
  const byOwnName = new Map<string, Set<Rule>>();
  for (const rule of rules) {
    const [own, ofType] = namesOfRule(rule);
    addTo(byOwnName, own!, rule);
    for (const name of [own!, ofType!, rule.id]) addTo(byName, name, rule);
  }
  const has = (named: ReadonlySet<Rule> | undefined, than: Rule) =>
    named !== undefined && named.size > (named.has(than) ? 1 : 0);
  return {
    hasOther(pattern, than) {
      const { text } = pattern;
      if (has(byName.get(text), than)) return true;
      // Behind the name of a rule there may be that of a task.
      for (let end = text.indexOf('-'); end >= 0; end = text.indexOf('-', end + 1))
        if (has(byOwnName.get(text.slice(0, end)), than)) return true;
      if (isExactPattern(text)) return false;
      for (const rule of rules) if (rule !== than && matches(pattern, namesOfRule(rule)[0]!)) return true;
      return false;
    },
    hasOtherCalled: (own, than) => has(byOwnName.get(own), than),
  };
}

function addTo(rules: Map<string, Set<Rule>>, name: string, rule: Rule): void {
  const named = rules.get(name);
  if (named) named.add(rule);
  else rules.set(name, new Set([rule]));
}

export function namedRulesByPlace(places: readonly Candidate[], matches: Matches): ReadonlyMap<PlaceKey, NamedRules> {
  const byPlace = new Map<PlaceKey, Set<Rule>>();
  for (const place of places) {
    const rules = byPlace.get(placeKey(place));
    if (rules) rules.add(place.rule);
    else byPlace.set(placeKey(place), new Set([place.rule]));
  }
  return new Map([...byPlace].map(([key, rules]) => [key, createNamedRules(rules, matches)]));
}
