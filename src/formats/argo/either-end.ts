import type { DagPlan, InjectedNode } from '../../model/plan.js';
import type { StepText } from '../yaml-steps/step-list.js';
import { parseDepends } from './depends.js';
import type { ChainOf } from './edit-depends.js';
import { eitherResults } from './either-results.js';
import { expressionOf } from './idle-tasks.js';

/**
 * Results of a task, beside success, behind which a hook has to run as well: a task that goes on whether that one went well or failed,
 * as `a.Succeeded || a.Failed`, would pass the hook by otherwise. One that asks for nothing but a failure makes up for it, and
 * the hook is not in its way.
 */
export function eitherEnd(
  text: StepText,
  { nodes }: DagPlan,
  chainOf: ChainOf,
): (need: string, hook: InjectedNode) => readonly string[] {
  const asked = new Map<string, ReadonlyMap<string, readonly string[]>[]>();
  for (const node of nodes) {
    if (node.kind !== 'kept') continue;
    const read = parseDepends(expressionOf(text, node.node) ?? '');
    if (!read.ok) continue;
    const results = eitherResults(read.tree);
    if (results.size === 0) continue;
    for (const hook of new Set((node.needs ?? []).flatMap(chainOf))) {
      const known = asked.get(hook);
      if (known) known.push(results);
      else asked.set(hook, [results]);
    }
  }
  return (need, { name }) => [...new Set((asked.get(name) ?? []).flatMap((results) => results.get(need) ?? []))];
}
