import type { Report } from '../../diagnostics/diagnostics.js';
import { isOfPolicy } from '../../model/layer.js';
import { gateOf } from '../../model/picture.js';
import type { InjectedNode, KeptNode, PlannedNode } from '../../model/plan.js';
import type { Span } from '../../model/source.js';
import type { Dag, Node } from '../../model/workflow.js';
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
  const others: Bypassing = new Map();
  const ofPolicies: Bypassing = new Map();
  for (const node of always) {
    const before = beforeOf(node);
    const gates = nodes.flatMap((one) =>
      one.kind === 'injected' && gateOf(one.injection) === 'gate' && before.has(one) ? [one] : [],
    );
    const job = dag.nodes[(node as KeptNode).node]!;
    const [demanded, own] = [true, false].map((of) =>
      gates.filter(({ injection }) => isOfPolicy(injection.rule) === of),
    );
    addTo(ofPolicies, demanded!, job);
    addTo(others, own!, job);
  }
  for (const { span, ...args } of others.values()) report('DW269', args, { span });
  for (const { span, ...args } of ofPolicies.values()) report('DW283', args, { span });
}

/** Jobs that the same gates are before, by these. */
type Bypassing = Map<string, { readonly names: readonly string[]; readonly nodes: string[]; readonly span: Span }>;

/** The place is that of the first job. */
function addTo(to: Bypassing, gates: readonly InjectedNode[], { name, span }: Node): void {
  if (gates.length === 0) return;
  const names = gates.map((gate) => gate.name);
  const known = to.get(names.join(' ')) ?? { names, nodes: [], span };
  known.nodes.push(name);
  to.set(names.join(' '), known);
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
