import type { PlaceBeside, WorkflowFacts } from '../../model/facts.js';
import type { Denial, Match } from '../../model/match.js';
import type { Span } from '../../model/source.js';
import type { Node, Workflow } from '../../model/workflow.js';
import type { Matches, Task } from '../graph/tasks.js';
import { type Answer, anyOf, type Miss, type No } from './answer.js';
import { namesStep } from './cel.js';
import type { MatchPlace } from './match-place.js';
import { createMatcher } from './matcher.js';

/** Where a rule may go: a task, or a whole DAG. */
export interface Place {
  readonly dag: number;
  readonly task: Task | undefined;
}

export interface PlaceMatcher {
  /** Of a task with a body and of a whole DAG, one of the steps in it, at any depth, has to match. */
  at(match: Match, place: Place): Answer;
  /** What runs in a DAG beside its steps. */
  beside(match: Match, dag: number, beside: PlaceBeside): Answer;
  /** What is forbidden in a DAG, and where. */
  denied(denial: Denial, dag: number): readonly DeniedPlace[];
}

export interface DeniedPlace {
  /** The step, or what else runs; `undefined` for the DAG itself. */
  readonly node: number | undefined;
  readonly beside: { readonly name: string; readonly span: Span } | undefined;
  /** Why it may be so, where that is not certain. */
  readonly why: string | undefined;
  /** It is not certain because its commands cannot be read. */
  readonly isUnread: boolean;
  /** The command that is forbidden, where a command is. */
  readonly command: string | undefined;
}

export function createPlaceMatcher(workflow: Workflow, facts: WorkflowFacts, matches: Matches): PlaceMatcher {
  const matcher = createMatcher(workflow, facts, matches);

  // Each rule asks about each of them. Of a large file nodes are read when they are asked for, and are to be forgotten with this.
  const placesOfNodes = new WeakMap<readonly Node[], readonly MatchPlace[]>();
  const placesIn = (dag: number): readonly MatchPlace[] => {
    const { nodes } = workflow.dags[dag]!;
    const known = placesOfNodes.get(nodes) ?? nodes.map((node) => placeOf(node, dag, facts));
    placesOfNodes.set(nodes, known);
    return known;
  };

  function* placesBelow(start: number, names?: readonly string[]): Iterable<MatchPlace> {
    const reached = new Set([start]);
    for (const dag of reached) {
      const places = placesIn(dag);
      for (const { index, call } of workflow.dags[dag]!.nodes) {
        const place = places[index]!;
        yield names ? renamed(place, dag, names) : place;
        if (call?.dag !== undefined) reached.add(call.dag);
      }
    }
  }

  function* placesOf({ dag, task }: Place): Iterable<MatchPlace> {
    if (!task) {
      yield* placesBelow(dag);
      return;
    }
    if (task.node) yield placeOfCaller(dag, task, task.node);
    if (task.body !== undefined) yield* placesBelow(task.body, namesOf(task));
  }

  const namesOf = (task: Task): readonly string[] => {
    const caller = task.node && workflow.dags[task.node.dag]!.nodes[task.node.node]!;
    return [task.name, task.id, caller?.name, caller?.id].filter((name) => name !== undefined);
  };
  const placesOfCallers = new WeakMap<Task, MatchPlace>();
  const placeOfCaller = (dag: number, task: Task, node: NonNullable<Task['node']>): MatchPlace => {
    const known = placesOfCallers.get(task);
    if (known?.dag === dag) return known;
    const place = renamed(placesIn(node.dag)[node.node]!, dag, namesOf(task));
    placesOfCallers.set(task, place);
    return place;
  };

  const besideAt = (match: Match, dag: number, beside: PlaceBeside) => {
    const place = { dag, names: [beside.name], facts: beside.facts };
    return matcher(match, asksAboutSteps(match) ? place : { dag, names: [], facts: undefined });
  };

  return {
    at(match, place) {
      const { dag, task } = place;
      if (task?.node && task.body === undefined) return matcher(match, placeOfCaller(dag, task, task.node));
      const answers = (function* () {
        for (const one of placesOf(place)) yield matcher(match, one);
      })();
      return anyOf(answers, (all) =>
        all.length === 0
          ? matcher(match, { dag: place.dag, names: [], facts: undefined })
          : { kind: 'no', miss: () => nearestMiss(all, match) },
      );
    },
    beside: besideAt,
    denied({ match }, dag) {
      const found = (answer: Answer, where: Pick<DeniedPlace, 'node' | 'beside'>): readonly DeniedPlace[] => {
        if (answer.kind === 'no') return [];
        if (answer.kind === 'yes') return [{ ...where, why: undefined, isUnread: false, command: answer.command }];
        return [{ ...where, why: answer.why, isUnread: answer.because === 'commands', command: undefined }];
      };
      if (!asksAboutSteps(match))
        return found(matcher(match, { dag, names: [], facts: undefined }), { node: undefined, beside: undefined });
      return [
        ...placesIn(dag).flatMap((place, node) => found(matcher(match, place), { node, beside: undefined })),
        ...facts.beside(dag).flatMap((beside) => found(besideAt(match, dag, beside), { node: undefined, beside })),
      ];
    },
  };
}

function placeOf({ name, id, index }: Node, dag: number, facts: WorkflowFacts): MatchPlace {
  return {
    dag,
    names: id === undefined ? [name] : [name, id],
    // Many rules ask for names alone.
    get facts() {
      return facts.node(dag, index);
    },
  };
}

/** The same under the names of a task, as one of a DAG. */
function renamed(place: MatchPlace, dag: number, names: readonly string[]): MatchPlace {
  return {
    dag,
    names,
    get facts() {
      return place.facts;
    },
  };
}

/** The clause that the most came to, with all that they have in its place. */
function nearestMiss(all: readonly No[], { clauses }: Match): Miss {
  const misses = all.map(({ miss }) => miss());
  const last = misses.reduce((most, { clause }) => Math.max(most, clauses.indexOf(clause)), 0);
  const near = misses.filter(({ clause }) => clause === clauses[last]);
  return { ...(near[0] ?? misses[0]!), seen: [...new Set(near.flatMap(({ seen }) => seen))] };
}

function asksAboutSteps({ clauses }: Match): boolean {
  return clauses.some((clause) => {
    if (clause.kind === 'any') return clause.of.some(asksAboutSteps);
    if (clause.kind === 'not') return asksAboutSteps(clause.match);
    if (clause.kind === 'cel') return namesStep(clause.expression);
    return clause.kind !== 'dag' && clause.kind !== 'file' && clause.kind !== 'labels';
  });
}
