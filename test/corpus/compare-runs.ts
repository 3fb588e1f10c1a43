import { parseAllDocuments } from 'yaml';
import type { DaguDagRun, DaguNode, DaguRun } from '../engine/dagu.js';
import { isMap } from '../oracle/documents.js';

/** How the run of an augmented file differs from the run of the file as written; empty where it does not. */
export function compareRuns(text: string, before: DaguRun, after: DaguRun): readonly string[] {
  const problems: string[] = [];
  const differ = (what: string, old: unknown, now: unknown) => {
    if (String(old) !== String(now)) problems.push(`${what} was ${String(old)} and is ${String(now)}`);
  };
  differ('the exit code', before.code, after.code);
  const [old, now] = [before, after].map((run) => comparable(run.runs, hasMapOfSteps(text)));
  differ('the DAGs that ran', old!.map(({ dag }) => dag).join(), now!.map(({ dag }) => dag).join());
  if (problems.length > 0) return problems;
  old!.forEach((run, index) => {
    const other = now![index]!;
    if (!turnsToPartly(run, other)) differ(`the status of ${run.dag}`, run.status, other.status);
    differ(`the number of steps in ${run.dag}`, run.steps.length, other.steps.length);
    for (const [at, step] of run.steps.entries()) {
      differ(`${run.dag}: ${step.name}`, step.status, other.steps[at]?.status);
    }
    for (const [event, status] of run.handlers) differ(`${run.dag}: ${event}`, status, other.handlers.get(event));
    for (const order of run.order) {
      if (!other.order.has(order)) problems.push(`${run.dag}: steps no longer wait: ${order}`);
    }
    problems.push(...other.early.map((order) => `${run.dag}: began too early: ${order}`));
  });
  return problems;
}

/**
 * Where failures are tolerated and no step succeeds, both engines call the run failed. One more step that succeeds, as
 * any hook that does its work, makes them call it partly succeeded: no place and no field of a hook can change that.
 */
function turnsToPartly(before: Comparable, after: Comparable): boolean {
  const succeeded = before.steps.some(({ status }) => status === 'succeeded');
  return before.status === 'failed' && after.status === 'partially_succeeded' && !succeeded;
}

interface Comparable {
  readonly dag: string;
  readonly status: string;
  readonly steps: readonly { readonly name: string; readonly status: string }[];
  readonly handlers: ReadonlyMap<string, string>;
  /** `1<3` where the third own step waits for the first, over whatever is between them. */
  readonly order: ReadonlySet<string>;
  /** Of these, where the second began before the first had ended. */
  readonly early: readonly string[];
}

function comparable(runs: readonly DaguDagRun[], byName: boolean): readonly Comparable[] {
  return runs
    .map((run): Comparable => {
      const all = [...run.nodes];
      const own = all.filter(([name]) => !/^hook[-_]/.test(name));
      if (byName) own.sort(([a], [b]) => (a < b ? -1 : 1));
      const pairs = own.flatMap(([name, node], at) => {
        const behind = reachable(name, run.nodes);
        return own.flatMap(([other, first], place) =>
          behind.has(other) ? [{ order: `${place + 1}<${at + 1}`, early: isEarly(first, node) }] : [],
        );
      });
      return {
        dag: run.dag,
        status: run.status,
        steps: own.map(([name, { status }]) => ({ name, status })),
        handlers: run.handlers,
        order: new Set(pairs.map(({ order }) => order)),
        early: pairs.filter(({ early }) => early).map(({ order }) => order),
      };
    })
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Runs of one DAG have no order among themselves: they are compared by how they ended. */
function keyOf({ dag, status, steps }: Comparable): string {
  return [dag, status, ...steps.map((step) => step.status)].join(' ');
}

function isEarly(first: DaguNode, second: DaguNode): boolean {
  return first.finishedAt !== undefined && second.startedAt !== undefined && second.startedAt < first.finishedAt;
}

/** Everything that a node waits for, by the engine's own edges. */
function reachable(from: string, nodes: ReadonlyMap<string, DaguNode>): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [from];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const need of nodes.get(name)?.depends ?? []) {
      if (found.has(need)) continue;
      found.add(need);
      open.push(need);
    }
  }
  return found;
}

/** A list keeps its order, with names that the engine makes up by place; a map has no order, and names every step. */
function hasMapOfSteps(text: string): boolean {
  const documents = parseAllDocuments(text, { merge: true });
  return Array.isArray(documents) && documents.some((one) => isMap((one.toJS() as { steps?: unknown } | null)?.steps));
}
