import { gateOf, type PictureEdge } from '../../model/picture.js';
import type { HandlerPlan, Injection, PlannedNode } from '../../model/plan.js';
import {
  type CommandEnd,
  type Forecast,
  type ForecastEnd,
  type ForecastRow,
  type HookKind,
  type NodeEnd,
  nodeEnds,
  type RunTable,
} from '../../model/run-table.js';
import type { Dag } from '../../model/workflow.js';

/** For each node of a DAG as it will be, whether it will run and whom it holds up; `undefined` for those that were there. */
export function forecastNodes(
  dag: Dag,
  nodes: readonly PlannedNode[],
  edges: readonly PictureEdge[],
  table: RunTable,
): readonly (Forecast | undefined)[] {
  const now = edges.filter(({ change }) => change !== 'removed');
  const needs: number[][] = nodes.map(() => []);
  const waiting: number[][] = nodes.map(() => []);
  for (const { from, to } of now) {
    needs[to]!.push(from);
    waiting[from]!.push(to);
  }
  const nameOf = (at: number) => nameIn(dag, nodes[at]!);
  return nodes.map((node, at): Forecast | undefined => {
    if (node.kind === 'kept') return undefined;
    const before = needs[at]!.map((need) => ({ name: nameOf(need), lets: letsOn(dag, nodes[need]!, table) }));
    const { rule } = node.injection;
    const ends = endsOf(node.injection, kindOf(node), waiting[at]!.length > 0, table);
    if (rule.run !== 'success') return { rows: rowsByRun(table.handlers[rule.run]), successors: [], ends };
    return {
      rows:
        before.length === 0
          ? [{ before: 'nothing', runs: 'yes', blockedBy: [], perhapsBlockedBy: [] }]
          : nodeEnds.map(rowIn(before)),
      successors: waiting[at]!.map(nameOf),
      ends,
    };
  });
}

/**
 * The same for a hook in a handler: what is before it is the whole run.
 * @param shared the handler was there before, and its own command decides how it ends
 */
export function forecastHandler(
  event: HandlerPlan['event'],
  injection: Injection,
  shared: boolean,
  { handlers }: RunTable,
): Forecast {
  const mayFail = shared || injection.rule.policy.onFailure === 'continue' || !injection.rule.await;
  return {
    rows: rowsByRun(handlers[event]),
    successors: [],
    ends: commandEnds(injection).map((command) => ({
      command,
      successors: 'none',
      failsRun: command === 'failure' && !mayFail,
    })),
  };
}

/** Whether something runs at the end of a run, by how that ended. */
function rowsByRun(starts: Readonly<Record<NodeEnd, boolean>>): readonly ForecastRow[] {
  return nodeEnds.map((before) => ({
    before,
    runs: starts[before] ? 'yes' : 'no',
    blockedBy: [],
    perhapsBlockedBy: [],
  }));
}

function nameIn(dag: Dag, node: PlannedNode): string {
  return node.kind === 'kept' ? dag.nodes[node.node]!.name : node.name;
}

type Lets = (end: NodeEnd) => 'no' | 'sometimes' | 'yes';

/** Does a step let those run that wait for it, by how it ended? */
function letsOn(dag: Dag, node: PlannedNode, { behind, behindTolerant, hooks }: RunTable): Lets {
  const go = (runs: boolean) => (runs ? 'yes' : 'no');
  if (node.kind === 'injected') {
    // What an added step fails with is its command; the engine may see a success.
    const { success, failure } = hooks[kindOf(node)];
    const seen: Readonly<Record<NodeEnd, NodeEnd>> = { success, failure, skipped: 'skipped', aborted: 'aborted' };
    return (end) => go(behind[seen[end]] === 'runs');
  }
  const { skippable, failable } = dag.nodes[node.node]!;
  return (end) => {
    if (behind[end] === 'runs') return 'yes';
    if (behindTolerant[end] !== 'runs') return 'no';
    return end === 'failure' ? failable : go(skippable);
  };
}

function rowIn(before: readonly { readonly name: string; readonly lets: Lets }[]): (end: NodeEnd) => ForecastRow {
  return (end) => {
    const which = (answer: ReturnType<Lets>) =>
      before.filter(({ lets }) => lets(end) === answer).map(({ name }) => name);
    const [blockedBy, perhapsBlockedBy] = [which('no'), which('sometimes')];
    const blocks = blockedBy.length + perhapsBlockedBy.length > 0;
    const runs = blockedBy.length === before.length ? 'no' : blocks ? 'depends' : 'yes';
    return { before: end, runs, blockedBy, perhapsBlockedBy };
  };
}

function kindOf({ detached, injection }: Extract<PlannedNode, { kind: 'injected' }>): HookKind {
  return detached ? 'background' : gateOf(injection);
}

function endsOf(injection: Injection, kind: HookKind, awaited: boolean, table: RunTable): readonly ForecastEnd[] {
  return commandEnds(injection).map((command) => {
    const end = table.hooks[kind][command];
    const successors = !awaited ? 'none' : table.behind[end] === 'runs' ? 'run' : 'held';
    return { command, successors, failsRun: end === 'failure' };
  });
}

function commandEnds({ condition }: Injection): readonly CommandEnd[] {
  return condition ? ['success', 'failure', 'left_out'] : ['success', 'failure'];
}
