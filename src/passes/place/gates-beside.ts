import type { Report } from '../../diagnostics/diagnostics.js';
import type { Plan } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import type { Span } from '../../model/source.js';
import type { AfterFailure, Dag, Node, Workflow } from '../../model/workflow.js';
import { failingGates } from './failing-gates.js';
import { reportForgiven } from './tolerated-gates.js';

interface Planned {
  readonly workflow: Workflow;
  readonly plan: Plan;
}

/** A DAG of one of several workflows, with the gates that make it fail. */
interface Unit {
  readonly dag: Dag;
  /** Those of its own workflow. */
  readonly own: ReadonlySet<Rule>;
  readonly all: Set<Rule>;
}

/** Reports gates of one workflow behind whose failure another one goes on that calls a DAG of it, or succeeds. */
export function reportGatesBeside(planned: readonly Planned[], report: Report): void {
  if (!planned.some(({ workflow }) => workflow.dags.some(({ nodes }) => nodes.some(({ callBeside }) => callBeside))))
    return;
  const units = unitsOf(planned);
  const calls = callsAmong(planned, units);
  spread(calls);
  for (const { caller, node, called, isBeside, after } of calls) {
    // What is in the same workflow was reported with its plan.
    const rules = isBeside ? called.all : [...called.all].filter((rule) => !called.own.has(rule));
    // The tasks of the one are not those of the other, which has gates of its own for what it calls.
    reportForgiven({ dag: caller.dag, node, after, rules, judged: [] }, report);
  }
}

function unitsOf(planned: readonly Planned[]): readonly (readonly Unit[])[] {
  return planned.map(({ workflow, plan }) => {
    const failing = failingGates(workflow, plan);
    return workflow.dags.map((dag): Unit => {
      const own = failing.get(dag.index) ?? new Set();
      return { dag, own, all: new Set(own) };
    });
  });
}

interface KnownCall {
  readonly caller: Unit;
  readonly node: number;
  readonly called: Unit;
  readonly isBeside: boolean;
  readonly after: AfterFailure;
}

function callsAmong(planned: readonly Planned[], units: readonly (readonly Unit[])[]): readonly KnownCall[] {
  const byPlace = new Map(units.flat().map((unit) => [placeOf(unit.dag.span), unit]));
  return planned.flatMap(({ workflow: { dags } }, workflow) =>
    dags.flatMap(({ index, nodes }) => nodes.flatMap((node) => callOf(node, units[workflow]!, index, byPlace))),
  );
}

function callOf(
  { index, call, callBeside }: Node,
  siblings: readonly Unit[],
  caller: number,
  byPlace: ReadonlyMap<string, Unit>,
): readonly KnownCall[] {
  const after = (callBeside ?? call)?.afterFailure;
  const called = callBeside ? byPlace.get(placeOf(callBeside.at)) : siblings[call?.dag ?? -1];
  if (!after || !called) return [];
  return [{ caller: siblings[caller]!, node: index, called, isBeside: callBeside !== undefined, after }];
}

/** Lets gates count in all DAGs that fail with what they are in. */
function spread(calls: readonly KnownCall[]): void {
  const callers = new Map<Unit, Unit[]>();
  for (const { caller, called, after } of calls) {
    if (after.whyWell !== undefined) continue;
    const known = callers.get(called);
    if (known) known.push(caller);
    else callers.set(called, [caller]);
  }
  const open = new Set([...callers.keys()].filter(({ all }) => all.size > 0));
  for (const called of open) {
    open.delete(called);
    for (const caller of callers.get(called) ?? []) {
      const before = caller.all.size;
      for (const rule of called.all) caller.all.add(rule);
      if (caller.all.size > before) open.add(caller);
    }
  }
}

function placeOf({ file, start }: Span): string {
  return `${start} ${file}`;
}
