import type { Report } from '../../diagnostics/diagnostics.js';
import { type HandlerEvent, isOfTaskEnd, type Rule } from '../../model/rule.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import type { Task } from '../graph/tasks.js';
import type { Candidate } from './candidate.js';

/** A rule for what an engine runs at the end of a DAG. */
export interface HandlerHook {
  readonly rule: Rule;
  readonly dag: number;
  readonly event: HandlerEvent;
  /** The task that the DAG is; `undefined` for a run. */
  readonly task: Task | undefined;
}

export interface SettledPlaces {
  readonly handlers: readonly HandlerHook[];
  /** The others, each where its hook can be. */
  readonly places: readonly Candidate[];
  /** Those that the engine has no place for. */
  readonly refused: readonly Candidate[];
}

/**
 * Finds where hooks go that are no steps of their task. One that runs behind a task that failed, too, is part of what the task
 * itself runs at its end, or else behind the nodes of the task where they can say that, or
 * behind the node that is the task. What is no command is around a task that is made of commands.
 */
export function settlePlaces(wanted: readonly Candidate[], workflow: Workflow, report: Report): SettledPlaces {
  const handlers: HandlerHook[] = [];
  const refused = new Map<Rule, Candidate[]>();
  const places: Candidate[] = [];
  for (const place of wanted) {
    const { rule, task } = place;
    const dag = workflow.dags[place.dag]!;
    if (!isOfTaskEnd(rule)) {
      places.push(dag.ofCommands && isNoCommand(rule) ? atNode(place) : place);
    } else if (task?.body !== undefined && takesAtEnd(dag, rule)) {
      handlers.push({ rule, dag: dag.index, event: rule.run as HandlerEvent, task });
    } else {
      const found = placeBehind(place, workflow.dags);
      if (found) places.push(found);
      else refused.set(rule, [...(refused.get(rule) ?? []), place]);
    }
  }
  for (const [rule, all] of refused) {
    const places = all.map(({ task, dag }) => task?.name ?? workflow.dags[dag]!.name);
    report('DW479', { rule: rule.id, run: rule.run, places, why: nothingRuns }, { span: rule.span });
  }
  return { handlers, places, refused: [...refused.values()].flat() };
}

/** Where a failure there does not count, only hooks that may fail can be there. */
function takesAtEnd({ takesAtEnd: end }: Dag, { policy }: Rule): boolean {
  return end !== undefined && (end.failureCounts || policy.onFailure === 'continue');
}

export const nothingRuns = 'there a step behind a failure would not run, or would change how the run ends';

function placeBehind(place: Candidate, dags: readonly Dag[]): Candidate | undefined {
  if (place.task?.body !== undefined && dags[place.dag]!.runsPastFailure) return place;
  const found = atNode(place);
  const isThere = found.task?.body === undefined && dags[found.dag]!.runsPastFailure;
  return isThere ? found : undefined;
}

/** At the node that is the task or calls it. */
function atNode({ rule, dag, task }: Candidate): Candidate {
  return task?.body !== undefined && task.node
    ? { rule, dag: task.node.dag, task: { ...task, body: undefined } }
    : { rule, dag, task };
}

function isNoCommand({ step, anchor }: Rule): boolean {
  return anchor === undefined && (step.type === 'approval' || step.type === 'spawn');
}
