import type { Report } from '../diagnostics/diagnostics.js';
import type { OpenWorkflow } from '../formats/format.js';
import { madeLate } from '../lang/late.js';
import { hookPrefix } from '../model/mark.js';
import type { Dag, Node } from '../model/workflow.js';
import { legalNodeName } from '../passes/rules/legal-name.js';
import type { Base } from './erase-hooks.js';

/** Reports what looks like a hook and has no mark, as where a list is in brackets: without rules, nobody knows whether it is one. */
export function reportUnmarked(read: readonly OpenWorkflow[], { taken }: Pick<Base, 'taken'>, report: Report): void {
  read.forEach((one, index) => {
    for (const dag of one.workflow.dags) {
      const gone = taken[index]?.get(dag.index);
      const neighbours = madeLate(() => neighboursIn(dag));
      const nodes = dag.nodes.filter((node) => !gone?.has(node.index) && isLikeHook(node, neighbours));
      const left = [...nodes, ...handlersLikeHooks(one, dag)];
      const [first, ...others] = left;
      if (!first) continue;
      const { name, span } = first;
      const args = { node: name, dag: dag.name, isHandler: !('index' in first), others: others.length };
      report('DW642', args, { span });
    }
  });
}

/** Some engines have a form for hooks. Elsewhere a hook runs ours, or is called after a neighbour: `hook-scan-deploy` beside `deploy`. */
function isLikeHook(node: Node, neighbours: Neighbours): boolean {
  if (!node.name.startsWith(hookPrefix) || node.isOwn) return false;
  if (node.isOwn === false) return true;
  return (node.named && node.command !== undefined && runsOurs(node.command)) || isCalledAfter(node, neighbours);
}

/** Between the prefix and the name of the neighbour is the name of a rule. */
function isCalledAfter({ name, index }: Node, neighbours: Neighbours): boolean {
  return (neighbours().get(index) ?? []).some((other) => {
    const end = `-${legalNodeName(other.name)}`;
    return name.endsWith(end) && name.length > hookPrefix.length + end.length;
  });
}

type Neighbours = () => ReadonlyMap<number, readonly Node[]>;

/** By node, those that it waits for and those that wait for it. */
function neighboursIn({ nodes }: Dag): ReadonlyMap<number, readonly Node[]> {
  const found = new Map(nodes.map(({ index }) => [index, [] as Node[]]));
  for (const [at, node] of nodes.entries())
    for (const before of beforeEach(node, at, nodes)) {
      found.get(node.index)!.push(before);
      found.get(before.index)!.push(node);
    }
  return found;
}

/** Without needs, the order of the list may say it. */
function beforeEach({ needs }: Node, at: number, nodes: readonly Node[]): readonly Node[] {
  if (needs === undefined) return nodes.slice(Math.max(0, at - 1), at);
  return needs.flatMap(({ node }) => (node === undefined ? [] : (nodes[node] ?? [])));
}

function handlersLikeHooks({ facts, marks }: OpenWorkflow, { index }: Dag) {
  const handlers = facts?.handlers(index) ?? [];
  return handlers.flatMap(({ handler, facts: { scripts }, span }) => {
    const isMarked = marks().handlers.some((mark) => mark.dag === index && mark.handler === handler?.key);
    return handler && !isMarked && scripts.some(runsOurs) ? [{ name: handler.key, span }] : [];
  });
}

/** A command that the compiler wrote, whatever the runtime is called there. */
function runsOurs(command: string): boolean {
  return /\S step [a-z_]+ -/.test(command) && command.includes(' --spec ');
}
