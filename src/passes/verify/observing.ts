import { roleOf } from '../../model/picture.js';
import type { Rule } from '../../model/rule.js';
import { observes } from '../../steps/observes.js';

/** The ids of rules whose hooks only report what they find. */
export function observingRules(rules: Iterable<Rule>): readonly string[] {
  return [...rules].flatMap((rule) =>
    roleOf({ rule, observes: observes(rule.step) }) === 'observation' ? [rule.id] : [],
  );
}
