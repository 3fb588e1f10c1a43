import { compilePattern } from '../../lang/pattern.js';
import type { Pattern } from '../../model/pattern.js';
import type { Rule } from '../../model/rule.js';

/** Which of some rules match a task of a name. One and the same where the same rules match. */
export interface MatchingRules {
  /** Their positions among all. */
  readonly key: string;
  readonly rules: readonly Rule[];
}

type MatchTask = (name: string, matched: Set<Pattern>, matchesToo: (rule: Rule) => boolean) => MatchingRules;

/**
 * Matches tasks with rules, for workflows of very many tasks. What rules ask beside the name, `matchesToo` answers; it is asked only where the
 * name is one that the rule is for.
 */
export function createTaskMatcher(rules: readonly Rule[]): MatchTask {
  const compiled = rules.map((rule) => ({
    rule,
    wanted: rule.tasks.map(compile),
    unwanted: rule.tasksExclude.map(compile),
  }));
  const known = new Map<string, MatchingRules>();
  return (name, matched, matchesToo) => {
    let key = '';
    for (let at = 0; at < compiled.length; at += 1) {
      const { rule, wanted, unwanted } = compiled[at]!;
      const isFor = matchesOne(wanted, name, matched) && !matchesOne(unwanted, name, matched);
      if (isFor && matchesToo(rule)) key += ` ${at}`;
    }
    let matching = known.get(key);
    if (!matching) {
      matching = { key, rules: positionsIn(key).map((at) => rules[at]!) };
      known.set(key, matching);
    }
    return matching;
  };
}

/** A key has a blank in front of each position. */
function positionsIn(key: string): readonly number[] {
  return key.split(' ').slice(1).map(Number);
}

interface Compiled {
  readonly pattern: Pattern;
  matches(name: string): boolean;
}

function compile(pattern: Pattern): Compiled {
  const compiled = compilePattern(pattern.text);
  return { pattern, matches: compiled.ok ? compiled.matches : () => false };
}

/** All patterns that match are collected. */
function matchesOne(patterns: readonly Compiled[], name: string, matched: Set<Pattern>): boolean {
  let matchesName = false;
  for (const { pattern, matches } of patterns) {
    if (!matches(name)) continue;
    matched.add(pattern);
    matchesName = true;
  }
  return matchesName;
}
