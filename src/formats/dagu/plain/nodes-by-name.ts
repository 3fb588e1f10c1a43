import type { Call, Dag, Node, Workflow } from '../../../model/workflow.js';
import type { PlainWorkflowText } from '../../yaml-steps/plain-steps.js';
import type { FoundDocuments } from './found-documents.js';
import type { ResolvedCalls } from './resolve-calls.js';

/**
 * The same workflow with nodes that know their names and what they call, and read all else of their DAG in full when it is asked for: who
 * asks about one of many tasks looks at no more of the others.
 */
export function withNodesByName(
  workflow: Workflow,
  { names, steps, others, withIds, namesFrom, namesTo }: FoundDocuments,
  { all }: ResolvedCalls,
  { nodeName }: Pick<PlainWorkflowText, 'nodeName'>,
): Workflow {
  const targets = targetsByDag(all);
  const makeNode = nodeMaker(workflow);
  const nodesOf = (dag: number): readonly Node[] => {
    const calls = targets.get(dag);
    const hasIds = withIds.has(dag);
    return Array.from({ length: steps.firstRow(dag + 1) - steps.firstRow(dag) }, (_, index) => {
      const target = calls?.get(index);
      const called = target === undefined ? undefined : { name: names[target]!, dag: target };
      const id = hasIds ? workflow.dags[dag]!.nodes[index]!.id : undefined;
      return makeNode({ dag, index }, nodeName(dag, index), id, called);
    });
  };
  const known = new Map<number, readonly Node[]>();
  const dags = workflow.dags.map((dag): Dag => {
    const { index, file } = dag;
    if (others.has(index)) return dag;
    // What is not known by name, the DAG itself reads.
    return Object.create(dag, {
      nodes: {
        get() {
          const nodes = known.get(index) ?? nodesOf(index);
          known.set(index, nodes);
          return nodes;
        },
      },
      span: { value: { file, start: namesFrom[index]!, end: namesTo[index]! } },
    }) as Dag;
  });
  return { ...workflow, dags };
}

function targetsByDag(calls: ResolvedCalls['all']): ReadonlyMap<number, ReadonlyMap<number, number>> {
  const found = new Map<number, Map<number, number>>();
  for (const { dag, node, target } of calls) {
    const ofDag = found.get(dag);
    if (ofDag) ofDag.set(node, target);
    else found.set(dag, new Map([[node, target]]));
  }
  return found;
}

type MakeNode = (
  place: Place,
  name: string,
  id: string | undefined,
  call: Pick<Call, 'name' | 'dag'> | undefined,
) => Node;

interface Place {
  readonly dag: number;
  readonly index: number;
}

/** Nodes share how they are read, which makes each of them small. */
function nodeMaker({ dags }: Workflow): MakeNode {
  const full = (node: object): Node => {
    const { dag, index } = node as Place;
    return dags[dag]!.nodes[index]!;
  };
  const shared = {
    named: true,
    mentioned: false,
    grouped: false,
    get followers() {
      return full(this).followers;
    },
    get reference() {
      return full(this).reference;
    },
    get type() {
      return full(this).type;
    },
    get kinds() {
      return full(this).kinds;
    },
    get command() {
      return full(this).command;
    },
    get entry() {
      return full(this).entry;
    },
    get needs() {
      return full(this).needs;
    },
    get engineNeeds() {
      return full(this).engineNeeds;
    },
    get conditional() {
      return full(this).conditional;
    },
    get skippable() {
      return full(this).skippable;
    },
    get chosen() {
      return full(this).chosen;
    },
    // A plain document has no call that lets others go on where it fails.
    get failable() {
      return (this as Partial<Node>).call ? 'no' : full(this).failable;
    },
    get marksSuccess() {
      return full(this).marksSuccess;
    },
    get output() {
      return full(this).output;
    },
    get span() {
      return full(this).span;
    },
  };
  return (place, name, id, call) => {
    const called = call && callByName(call, () => full(place).call!);
    const { dag, index } = place;
    return Object.assign(Object.create(shared) as typeof shared, { dag, index, name, id, call: called });
  };
}

function callByName({ name, dag }: Pick<Call, 'name' | 'dag'>, full: () => Call): Call {
  return {
    name,
    dag,
    get params() {
      return full().params;
    },
    get span() {
      return full().span;
    },
  };
}
