import type { PlaceBeside, WorkflowFacts } from '../../model/facts.js';
import type { Denial, Match } from '../../model/match.js';
import type { Span } from '../../model/source.js';
import type { Workflow } from '../../model/workflow.js';
import type { Matches, Task } from '../graph/tasks.js';
import { type Answer, anyOf, type No } from './answer.js';
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

  /** @param seenFrom the DAG that the place counts as one of */
  const nodePlace = (dag: number, index: number, names?: readonly string[], seenFrom = dag): MatchPlace => {
    const { name, id } = workflow.dags[dag]!.nodes[index]!;
    return {
      dag: seenFrom,
      names: names ?? [name, ...(id === undefined ? [] : [id])],
      // Many rules ask for names alone.
      get facts() {
        return facts.node(dag, index);
      },
    };
  };

  function* placesBelow(start: number, names?: readonly string[]): Iterable<MatchPlace> {
    const reached = new Set([start]);
    for (const dag of reached) {
      for (const { index, call } of workflow.dags[dag]!.nodes) {
        yield nodePlace(dag, index, names);
        if (call?.dag !== undefined) reached.add(call.dag);
      }
    }
  }

  function* placesOf({ dag, task }: Place): Iterable<MatchPlace> {
    if (!task) {
      yield* placesBelow(dag);
      return;
    }
    const { body, node } = task;
    const caller = node && workflow.dags[node.dag]!.nodes[node.node]!;
    const names = [task.name, task.id, caller?.name, caller?.id].filter((name) => name !== undefined);
    if (node) yield nodePlace(node.dag, node.node, names, dag);
    if (body !== undefined) yield* placesBelow(body, names);
  }

  const besideAt = (match: Match, dag: number, beside: PlaceBeside) => {
    const place = { dag, names: [beside.name], facts: beside.facts };
    return matcher(match, asksAboutSteps(match) ? place : { dag, names: [], facts: undefined });
  };

  return {
    at(match, place) {
      const answers = (function* () {
        for (const one of placesOf(place)) yield matcher(match, one);
      })();
      return anyOf(
        answers,
        (all) => nearestMiss(all, match) ?? matcher(match, { dag: place.dag, names: [], facts: undefined }),
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
        ...workflow.dags[dag]!.nodes.flatMap(({ index }) =>
          found(matcher(match, nodePlace(dag, index)), { node: index, beside: undefined }),
        ),
        ...facts.beside(dag).flatMap((beside) => found(besideAt(match, dag, beside), { node: undefined, beside })),
      ];
    },
  };
}

/** The clause that the most came to, with all that they have in its place. */
function nearestMiss(all: readonly No[], { clauses }: Match): No | undefined {
  const last = all.reduce((most, { clause }) => Math.max(most, clauses.indexOf(clause)), 0);
  const near = all.filter(({ clause }) => clause === clauses[last]);
  const [first = all[0]] = near;
  return first && { ...first, seen: [...new Set(near.flatMap(({ seen }) => seen))] };
}

function asksAboutSteps({ clauses }: Match): boolean {
  return clauses.some((clause) => {
    if (clause.kind === 'any') return clause.of.some(asksAboutSteps);
    if (clause.kind === 'not') return asksAboutSteps(clause.match);
    if (clause.kind === 'cel') return namesStep(clause.expression);
    return clause.kind !== 'dag' && clause.kind !== 'file' && clause.kind !== 'labels';
  });
}
