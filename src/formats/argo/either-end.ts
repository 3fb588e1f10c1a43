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
  const asked = new Map<string, Set<string>>();
  for (const node of nodes) {
    if (node.kind !== 'kept') continue;
    const read = parseDepends(expressionOf(text, node.node) ?? '');
    const results = read.ok ? eitherResults(read.tree) : [];
    if (results.length === 0) continue;
    for (const hook of (node.needs ?? []).flatMap(chainOf))
      asked.set(hook, new Set([...(asked.get(hook) ?? []), ...results]));
  }
  return (need, { name }) => [...(asked.get(name) ?? [])].filter((result) => result.startsWith(`${need}.`));
}
