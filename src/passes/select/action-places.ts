import type { ListedAction, Rule } from '../../model/rule.js';
import type { Session } from '../graph/session.js';
import type { Task } from '../graph/tasks.js';
import type { Candidate } from './candidate.js';

/** Where an action runs that is about stages or tasks; `undefined` for one that is about the whole run. */
export function actionPlaces(
  rule: Rule,
  { around, stages }: ListedAction,
  tasks: readonly Task[],
  session: () => Session,
): readonly Candidate[] | undefined {
  const isMeant = (names: readonly { readonly name: string }[]) =>
    !stages || names.some(({ name }) => stages.some(({ text }) => text === name));
  if (around === 'stages') {
    return session()
      .stages.filter((stage) => isMeant([stage]))
      .map(({ place }) => ({ rule, dag: place.node.dag, task: place }));
  }
  if (around === 'run') return undefined;
  const { stagesOf } = session();
  return tasks
    .filter((task) => !stages || isMeant(stagesOf(task)))
    .map((task) => ({ rule, dag: task.body ?? task.node!.dag, task }));
}
