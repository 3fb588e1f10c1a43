import { gateOf } from '../../model/picture.js';
import type { InjectedNode, PlannedNode } from '../../model/plan.js';
import { textOf } from '../../text/yaml-access.js';
import { mayRunBehindFailure } from './condition-text.js';
import { conditionNode } from './fields.js';
import type { AskedGate } from './gate-condition.js';
import type { GithubWorkflow } from './read.js';

/** How the nodes of a DAG ask for gates: those of the workflow, and the hooks in front of them that have their conditions. */
export interface Gating {
  /** What is asked by each node whose condition lets it run behind a gate that failed, by its index. */
  readonly asked: ReadonlyMap<number, readonly AskedGate[]>;
  /** The condition that a hook has because what it is in front of has it, before it asks for anything. */
  copied(hook: InjectedNode): string | undefined;
  askedBy(hook: InjectedNode): readonly AskedGate[];
}

/**
 * A condition with `always()`, `failure()` or `cancelled()` says for itself what may have failed, so it has to ask for the gates in
 * front of it. Of jobs these are among the needs. Of a step these are the hooks that are about it: others that fail before it are
 * steps that failed, as the condition means it.
 */
export function gatingOf(read: GithubWorkflow, dag: number, nodes: readonly PlannedNode[]): Gating {
  const own = read.workflow.dags[dag]!;
  const { steps } = read.texts[dag]!.list;
  const isGraph = dag === 0 && read.document.kind === 'workflow';
  const valueAt = (index: number) => conditionNode(steps[index]!.map);
  const passes = (index: number) => own.nodes[index]!.pastFailure === true;
  const gates = new Map(nodes.flatMap((node) => (isGate(node) ? [[node.name, node] as const] : [])));

  const copied = ({ injection: { rule }, about, slot }: InjectedNode): string | undefined => {
    if (about === undefined) return undefined;
    const isAlike = isGraph ? slot === 'before' : rule.await && passes(about);
    return isAlike ? textOf(valueAt(about)) : undefined;
  };
  const fromNeeds = (needs: readonly string[], about: number | undefined) =>
    needs.flatMap((name): readonly AskedGate[] => {
      const gate = gates.get(name);
      if (!gate) return [];
      const runsAlike = (gate.about === about && copied(gate) !== undefined) || isFirst(gate, nodes);
      return [{ name, of: 'needs', mayBeSkipped: !runsAlike }];
    });
  const fromList = (about: number, before: number) =>
    nodes.slice(0, before).flatMap((node): readonly AskedGate[] => {
      const isAsked = isGate(node) && node.about === about;
      return isAsked ? [{ name: node.name, of: 'steps', mayBeSkipped: false }] : [];
    });

  const asked = new Map<number, readonly AskedGate[]>();
  nodes.forEach((node, at) => {
    if (node.kind === 'injected' || !passes(node.node)) return;
    const found = isGraph ? fromNeeds(node.needs ?? [], node.node) : fromList(node.node, at);
    if (found.length > 0) asked.set(node.node, found);
  });
  return {
    asked,
    copied,
    askedBy(hook) {
      const condition = copied(hook);
      if (condition === undefined || !mayRunBehindFailure(condition)) return [];
      return isGraph ? fromNeeds(hook.needs ?? [], hook.about) : fromList(hook.about!, nodes.indexOf(hook));
    },
  };
}

function isGate(node: PlannedNode): node is InjectedNode {
  return node.kind === 'injected' && gateOf(node.injection) === 'gate';
}

/** Is nothing before it but hooks? Then it runs in any case, unless one of those failed. */
function isFirst(hook: InjectedNode, nodes: readonly PlannedNode[]): boolean {
  const hooks = new Map(nodes.flatMap((node) => (node.kind === 'injected' ? [[node.name, node] as const] : [])));
  const found = new Set([hook.name]);
  for (const name of found) {
    const one = hooks.get(name);
    if (!one) return false;
    for (const need of one.needs ?? []) found.add(need);
  }
  return true;
}
