import type { Engine } from '../../model/engine.js';
import type { Marks } from '../../model/mark.js';
import type { Plan } from '../../model/plan.js';
import type { RuleSet } from '../../model/rule.js';
import type { Fingerprints, Workflow } from '../../model/workflow.js';
import { namesLikeHooks } from './names-like-hooks.js';
import { type NodesByDag, nodesByDag } from './nodes-by-dag.js';

/** The nodes that carry a mark. */
export function markedNodes({ nodes }: Marks): NodesByDag {
  return nodesByDag(nodes);
}

/** Nodes without a mark that are called as a hook of these rules would be. A name that the engine makes up is no hook's. */
export function namedLikeHooks(workflow: Workflow, engine: Engine, marks: Marks, { rules }: RuleSet): NodesByDag {
  const isLike = namesLikeHooks(rules, engine);
  const marked = markedNodes(marks);
  return nodesByDag(
    workflow.dags.flatMap((dag) =>
      dag.nodes
        .filter((node) => node.named && isLike(node.name) && !node.isOwn && !marked.get(dag.index)?.has(node.index))
        .map((node) => ({ dag: dag.index, node: node.index })),
    ),
  );
}

/**
 * Of nodes that may be hooks, those that say what the plan for the workflow without them puts into the same DAG.
 * @param found what the text says with them
 * @param demanded what it would say by that plan
 */
export function demandedNodes(
  candidates: NodesByDag,
  found: Fingerprints,
  plan: Plan,
  demanded: Fingerprints,
): NodesByDag {
  const kept: { dag: number; node: number }[] = [];
  const plans = new Map(plan.dags.map(({ dag, nodes }) => [dag, nodes]));
  for (const [dag, nodes] of candidates) {
    const prints = new Set(
      plans.get(dag)?.flatMap((node, at) => (node.kind === 'injected' ? [demanded.at(dag)!.node(at)] : [])),
    );
    for (const node of nodes) if (prints.has(found.at(dag)!.node(node))) kept.push({ dag, node });
  }
  return nodesByDag(kept);
}

/**
 * Of nodes that may be hooks, those that are left where one has the very name of a hook of the plan but says something else: it is
 * none, and others may say what they do because of it.
 */
export function withoutRefuted(likely: NodesByDag, demanded: NodesByDag, { dags }: Workflow, plan: Plan): NodesByDag {
  const names = new Map(
    plan.dags.map(({ dag, nodes }) => [
      dag,
      new Set(nodes.flatMap((node) => (node.kind === 'injected' ? [node.name] : []))),
    ]),
  );
  return nodesByDag(
    [...likely].flatMap(([dag, nodes]) =>
      [...nodes].flatMap((node) => {
        const isRefuted = names.get(dag)?.has(dags[dag]!.nodes[node]!.name) && !demanded.get(dag)?.has(node);
        return isRefuted ? [] : [{ dag, node }];
      }),
    ),
  );
}
