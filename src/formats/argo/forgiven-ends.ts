import type { DagPlan, InjectedNode } from '../../model/plan.js';
import { mayFail } from '../../model/rule.js';
import type { Dag } from '../../model/workflow.js';
import { type Edges, plannedNeeds, reached, turned } from './planned-needs.js';

/** What hooks could change in how a DAG ends that has tasks with `continueOn`. */
export interface ForgivenEnds {
  /** Has a hook that nobody waits for to forget what is left out before it? The DAG does so without hooks. */
  forgets(hook: InjectedNode): boolean;
  /** Gates whose failure would be forgotten. */
  readonly gates: readonly ForgottenGate[];
}

interface ForgottenGate {
  readonly gate: InjectedNode;
  /** The task with `continueOn` behind it. */
  readonly behind: string;
  /** It cannot count for how the DAG ends, because what is forgotten before it would count with it. */
  readonly isLost: boolean;
}

/**
 * What is left out behind a failure counts as failed at the end of a DAG, unless it has `continueOn`: so a failure that only such tasks
 * are behind is forgotten.
 * @param targets the tasks that count for how the DAG ends without hooks
 */
export function forgivenEnds(targets: readonly string[], dag: Dag, plan: DagPlan): ForgivenEnds {
  const forgiving = new Set(dag.nodes.flatMap(({ name, failable }) => (failable === 'yes' ? [name] : [])));
  if (!targets.some((name) => forgiving.has(name))) return { forgets: () => false, gates: [] };
  const own = new Map(dag.nodes.map(({ name, needs }) => [name, (needs ?? []).map((need) => need.name)]));
  const running = reached(targets, own);
  const counted = reached(without(targets, forgiving), own);
  const planned = plannedNeeds(dag, plan);
  // Those that are forgotten, and all behind them.
  const forgotten = reached(without(without([...running], forgiving), counted), turned(planned));
  const hooks = plan.nodes.flatMap((node) => (node.kind === 'injected' ? [node] : []));
  const isTolerant = ({ name, injection }: InjectedNode) => mayFail(injection.rule) && forgotten.has(name);
  const awaited = new Set([...planned].flatMap(([name, needs]) => (own.has(name) && !running.has(name) ? [] : needs)));
  const ends = hooks.filter((hook) => !awaited.has(hook.name) && !isTolerant(hook)).map(({ name }) => name);
  const safe = reached([...without(targets, forgiving), ...ends], planned);
  const target = nearestTargets(targets, planned);
  const open = hooks.filter(({ name, injection }) => !safe.has(name) && target.has(name) && !mayFail(injection.rule));
  const lost = open.filter(({ name }) => forgotten.has(name));
  const kept = open.filter(({ name }) => !forgotten.has(name));
  // A gate that another one waits for counts with that one, where that one counts.
  const before = reached(
    kept.flatMap(({ name }) => planned.get(name)!),
    planned,
  );
  const found = (isLost: boolean) => (gate: InjectedNode) => ({ gate, behind: target.get(gate.name)!, isLost });
  return {
    forgets: ({ name }) => forgotten.has(name),
    gates: [...without(kept, before, ({ name }) => name).map(found(false)), ...lost.map(found(true))],
  };
}

/** For each node that runs, a task behind it that counts for how the DAG ends. */
function nearestTargets(targets: readonly string[], needs: Edges): ReadonlyMap<string, string> {
  const found = new Map(targets.map((name) => [name, name]));
  for (const [name, target] of found)
    for (const need of needs.get(name) ?? []) if (!found.has(need)) found.set(need, target);
  return found;
}

function without<T = string>(
  all: readonly T[],
  others: ReadonlySet<string>,
  nameOf: (one: T) => string = String,
): readonly T[] {
  return all.filter((one) => !others.has(nameOf(one)));
}
