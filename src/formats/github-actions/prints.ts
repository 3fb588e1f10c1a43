import type { Plan } from '../../model/plan.js';
import type { DagFingerprint, Fingerprints } from '../../model/workflow.js';
import { asMap, pairOf } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';
import { fingerprintWith, fingerprintWithout, stepPrint, stepPrints } from '../yaml-steps/fingerprint.js';
import { gatingOf } from './asked-gates.js';
import type { GithubDocument } from './document.js';
import { withGates } from './gate-condition.js';
import type { GithubWorkflow } from './read.js';
import { hookFields } from './write.js';

/** What a workflow says; with a plan, what it will say. */
export function printsOf(read: GithubWorkflow, plan: Plan | undefined): Fingerprints {
  const planned = new Map(plan?.dags.map(({ dag, nodes }) => [dag, nodes]));
  return read.texts.map((text, dag) => {
    const nodes = planned.get(dag);
    const rest = { rest: dag === 0 ? restPrint(read.document) : '', handlers: new Map<string, string>() };
    const fields = hookFields(read, dag, nodes ?? [], plan?.marks ?? true);
    const prints = stepPrints(read.document.file.text, text, nodes, fields);
    return { ...rest, ...(nodes ? withConditions(read, dag, nodes, prints) : prints) };
  });
}

/** A condition that asks for gates is another one. */
function withConditions(
  read: GithubWorkflow,
  dag: number,
  nodes: Parameters<typeof gatingOf>[2],
  prints: Pick<DagFingerprint, 'count' | 'node' | 'source'>,
): Pick<DagFingerprint, 'count' | 'node' | 'source'> {
  const { list, spelling } = read.texts[dag]!;
  const { asked } = gatingOf(read, dag, nodes);
  const gatesAt = (at: number) => {
    const node = nodes[at]!;
    return node.kind === 'kept' ? asked.get(node.node) : undefined;
  };
  return {
    count: prints.count,
    node(at) {
      const node = nodes[at]!;
      const gates = gatesAt(at);
      if (node.kind === 'injected' || !gates) return prints.node(at);
      const step = list.steps[node.node]!;
      const withAsked = (value: YamlNode): YamlNode =>
        value.kind === 'scalar' ? { ...value, value: withGates(value.value, gates) ?? value.value } : value;
      const map = step.map!;
      const pairs = map.pairs.map((pair) =>
        pair.key.value === 'if' ? { ...pair, value: withAsked(pair.value) } : pair,
      );
      return stepPrint({ ...step, node: { ...map, pairs } }, spelling);
    },
    source: (at) => (gatesAt(at) ? undefined : prints.source(at)),
  };
}

/** Everything outside of the jobs and of steps that jobs have by an alias, or of the steps of an action. */
function restPrint({ root, kind, bodies }: GithubDocument): string {
  if (kind === 'workflow') {
    const holdsSteps = ({ start, end }: YamlNode) =>
      bodies.some(({ list: { node } }) => node !== undefined && start <= node.start && node.end <= end);
    const others = new Set(root.pairs.flatMap(({ key, value }) => (holdsSteps(value) ? [key.value] : [])));
    return fingerprintWithout(root, (key) => key === 'jobs' || others.has(key));
  }
  const runs = pairOf(root, 'runs')!;
  return fingerprintWith(
    root,
    runs,
    fingerprintWithout(asMap(runs.value)!, (key) => key === 'steps'),
  );
}
