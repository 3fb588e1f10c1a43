import type { DagPlan, InjectedNode } from '../../model/plan.js';
import { whenAsked } from '../when-asked.js';
import type { StepText } from '../yaml-steps/step-list.js';
import { failuresAskedFor, parseDepends } from './depends.js';
import type { ChainOf, LetsBy } from './edit-depends.js';
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

/**
 * A hook behind a task that also runs after its failure, for the sake of such a task, is not in the way of one that asks for nothing but
 * that failure: without the first one, the hook would not have run at all.
 */
export function lettingBy(text: StepText, plan: DagPlan, chainOf: ChainOf): LetsBy {
  const endsOf = whenAsked(() => eitherEnd(text, plan, chainOf));
  const hooks = whenAsked(
    () => new Map(plan.nodes.flatMap((node) => (node.kind === 'injected' ? [[node.name, node]] : []))),
  );
  return (tree) => {
    const failures = failuresAskedFor(tree);
    return (name) => {
      const hook = failures.size > 0 ? hooks().get(name) : undefined;
      if (hook?.about === undefined || hook.injection.rule.point !== 'post_task') return false;
      const task = text.dag.nodes[hook.about]!.name;
      return failures.has(task) && endsOf()(task, hook).length > 0;
    };
  };
}
