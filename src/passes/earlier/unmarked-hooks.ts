import type { DagRemoval, Nameless } from '../../model/mark.js';
import type { Plan } from '../../model/plan.js';
import type { Dag, Fingerprints, NamesIn, Workflow } from '../../model/workflow.js';
import { positionMayCount } from '../graph/topology.js';
import { namesMadeUpAgain } from './names-to-take-out.js';
import type { NodesByDag } from './nodes-by-dag.js';

/** Names by DAG, and by the node that they are written at. */
export type WrittenNames = ReadonlyMap<number, DagRemoval['names']>;

export interface NameReader {
  readonly workflow: Workflow;
  readonly namesIn: NamesIn;
  namelessBefore(dag: number, node: number): Nameless | undefined;
}

/** Names that may have been written down for hooks without a mark: the engine would make them up again if the hooks were gone. */
export function namesLikeGiven(
  { workflow, namesIn, namelessBefore }: NameReader,
  unmarked: NodesByDag,
  taken: NodesByDag,
): WrittenNames {
  return new Map(
    [...unmarked.keys()].map((index) => {
      const dag = workflow.dags[index]!;
      const hooks = taken.get(index)!;
      if (isAmongOthers(dag, hooks)) return [index, new Map()];
      const likely = dag.nodes.flatMap(({ index: node, name, id, named }) => {
        if (!named || hooks.has(node) || !(endsInNumber.test(name) || name === id)) return [];
        const before = namelessBefore(index, node);
        return before === undefined ? [] : [[node, before] as const];
      });
      return [index, namesMadeUpAgain(dag, hooks, new Map(likely), namesIn)];
    }),
  );
}

/** Where nodes have no name, no hook is put in front of one unless position counts. */
function isAmongOthers(dag: Dag, hooks: ReadonlySet<number>): boolean {
  const first = dag.nodes.findIndex(({ index }) => hooks.has(index));
  return !positionMayCount(dag) && dag.nodes.some(({ index }) => index > first && !hooks.has(index));
}

const endsInNumber = /_\d{1,9}$/;

/** Of such names, those that the plan for the workflow without them and without hooks writes down again. */
export function namesGivenAgain(
  names: WrittenNames,
  { workflow, namesIn }: NameReader,
  taken: NodesByDag,
  { dags }: Plan,
): WrittenNames {
  const planned = new Map(dags.map(({ dag, nodes }) => [dag, nodes]));
  return new Map(
    [...names].map(([index, ofDag]) => {
      const dag = workflow.dags[index]!;
      const hooks = taken.get(index)!;
      const left = dag.nodes.filter((node) => !hooks.has(node.index));
      const given = new Set(
        planned.get(index)?.flatMap((node) => (node.kind === 'kept' && node.named ? left[node.node]!.index : [])),
      );
      const again = new Map([...ofDag].filter(([node]) => given.has(node)));
      return [index, again.size === ofDag.size ? ofDag : namesMadeUpAgain(dag, hooks, again, namesIn)];
    }),
  );
}

export function countNames(names: WrittenNames): number {
  return [...names.values()].reduce((sum, ofDag) => sum + ofDag.size, 0);
}

/**
 * Nodes that nothing waited for before there were hooks, as hooks at the end tell that have no mark: a hook that holds others
 * back until such a node has ended does not tell that they did not wait for it before.
 */
export function endsToldBy(
  unmarked: NodesByDag,
  { dags }: Workflow,
  found: Fingerprints,
  plan: Plan,
  demanded: Fingerprints,
): NodesByDag {
  const planned = new Map(plan.dags.map(({ dag, nodes }) => [dag, nodes]));
  return new Map(
    [...unmarked].map(([index, hooks]) => {
      const prints = { atEnd: new Set<string>(), elsewhere: new Set<string>() };
      planned.get(index)?.forEach((node, at) => {
        if (node.kind === 'kept') return;
        const { point, anchor } = node.injection.rule;
        const isAtEnd = point === 'final' && anchor === undefined;
        prints[isAtEnd ? 'atEnd' : 'elsewhere'].add(demanded.at(index)!.node(at));
      });
      const atEnd = [...hooks].filter((hook) => {
        const print = found.at(index)!.node(hook);
        return prints.atEnd.has(print) && !prints.elsewhere.has(print);
      });
      return [index, nodesBefore(dags[index]!, atEnd, hooks)];
    }),
  );
}

/** What hooks wait for that is no hook, directly or behind other hooks. */
function nodesBefore({ nodes }: Dag, from: readonly number[], hooks: ReadonlySet<number>): ReadonlySet<number> {
  const seen = new Set(from);
  const before = new Set<number>();
  for (const hook of seen) {
    for (const { node } of nodes[hook]!.needs ?? []) {
      if (node !== undefined) (hooks.has(node) ? seen : before).add(node);
    }
  }
  return before;
}
