import type { Report } from '../../diagnostics/diagnostics.js';
import { isOfPolicy } from '../../model/layer.js';
import { gateOf } from '../../model/picture.js';
import type { KeptNode, PlannedNode } from '../../model/plan.js';
import type { Span } from '../../model/source.js';
import type { Dag } from '../../model/workflow.js';
import type { Pipeline } from './pipeline.js';
import { saysAlways } from './when-of-jobs.js';

/**
 * Reports jobs that run behind a gate that failed, which is a job as well. GitLab asks for the end of no single job, and what a
 * gate could leave in a file for others is also missing where it never ran; so a gate of a policy refuses such a job.
 */
export function checkAlways(dag: Dag, nodes: readonly PlannedNode[], pipeline: Pipeline, report: Report): void {
  const always = nodes.filter(
    (node) => node.kind === 'kept' && saysAlways(pipeline.document.jobs[node.node]!, pipeline),
  );
  if (always.length === 0) return;
  const beforeOf = nodesBefore(dag, nodes);
  const bypassing = new Map<string, Bypassing>();
  for (const node of always) {
    const before = beforeOf(node);
    const gates = nodes.flatMap((one) =>
      one.kind === 'injected' && gateOf(one.injection) === 'gate' && before.has(one) ? [one] : [],
    );
    const { name, span } = dag.nodes[(node as KeptNode).node]!;
    const ofPolicy = gates.filter(({ injection }) => isOfPolicy(injection.rule));
    const others = gates.filter(({ injection }) => !isOfPolicy(injection.rule));
    if (ofPolicy.length > 0) {
      const names = ofPolicy.map((gate) => gate.name);
      const known = bypassing.get(names.join(' ')) ?? { names, nodes: [], span };
      known.nodes.push(name);
      bypassing.set(names.join(' '), known);
    }
    if (others.length > 0) report('DW269', { node: name, names: others.map((gate) => gate.name) }, { span });
  }
  for (const { names, nodes, span } of bypassing.values()) report('DW283', { nodes, names }, { span });
}

/** Jobs that the same gates are before. */
interface Bypassing {
  readonly names: readonly string[];
  readonly nodes: string[];
  /** Of the first one. */
  readonly span: Span;
}

/** Finds the jobs that are before one, directly or through others. */
function nodesBefore(dag: Dag, nodes: readonly PlannedNode[]): (of: PlannedNode) => ReadonlySet<PlannedNode> {
  const all = new Map(nodes.map((node) => [node, orderOf(dag, node)]));
  const byName = new Map([...all].map(([node, { name }]) => [name, node]));
  const byStage = [...all.keys()].sort((a, b) => all.get(a)!.stage - all.get(b)!.stage);
  return (of) => {
    const found = new Set<PlannedNode>();
    const open = [of];
    let next = 0;
    const add = (node: PlannedNode | undefined) => {
      if (!node || node === of || found.has(node)) return;
      found.add(node);
      open.push(node);
    };
    for (let node = open.pop(); node; node = open.pop()) {
      const { needs, stage } = all.get(node)!;
      for (const name of needs ?? []) add(byName.get(name));
      if (needs) continue;
      for (; next < byStage.length && all.get(byStage[next]!)!.stage < stage; next += 1) add(byStage[next]);
    }
    return found;
  };
}

function orderOf(dag: Dag, node: PlannedNode) {
  if (node.kind === 'injected') return { name: node.name, stage: node.stage!, needs: node.needs };
  const { name, stage, needs } = dag.nodes[node.node]!;
  return { name, stage: stage!, needs: node.needs ?? needs?.map((need) => need.name) };
}
