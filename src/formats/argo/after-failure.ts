import type { AfterFailure } from '../../model/workflow.js';
import { dagEnds, type EndingTask, type FailedTask } from './dag-ends.js';
import type { ArgoList } from './lists.js';

/** What there is in a template that tasks, or steps, end differently by. */
export interface EndingList {
  readonly dag: string;
  readonly list: Pick<ArgoList, 'kind' | 'steps'>;
  /** In the order of the list. */
  readonly tasks: readonly EndingTask[];
  /** The tasks that count for how a DAG ends, where that is written. */
  readonly target: readonly string[] | undefined;
}

/** What becomes of a template where one task, or step, of it fails, and what to write so that the failure counts. */
export function afterFailureIn(template: EndingList): (index: number) => AfterFailure | undefined {
  const { list, tasks, target } = template;
  const endsOf = list.kind === 'steps' ? (index: number) => stepEnds(template, index) : dagEnds(tasks, target);
  return (index) => {
    const ends = endsOf(index);
    return ends && { ...ends, ...inWords(ends, tasks[index]!, template) };
  };
}

/** Steps run one list after the other. */
function stepEnds({ list, tasks }: EndingList, index: number): FailedTask {
  const { name: failed, goesOn } = tasks[index]!;
  const { entry } = list.steps[index]!;
  const later = goesOn
    ? tasks.filter(({ successes }, at) => list.steps[at]!.entry > entry && !successes.includes(failed))
    : [];
  return { goesOn: later.map(({ name }) => name), handlers: [], endsWell: goesOn };
}

function inWords(
  { goesOn, handlers, endsWell }: FailedTask,
  { name, goesOn: isForgiven }: EndingTask,
  { dag, target }: EndingList,
): Pick<AfterFailure, 'whyWell' | 'instead'> {
  const [first] = goesOn;
  return {
    whyWell: endsWell ? whyWell(name, isForgiven, handlers) : undefined,
    instead: isForgiven
      ? `Remove \`continueOn\` from \`${name}\``
      : first !== undefined
        ? `Let \`${first}\` ask for the success of \`${name}\` (\`${name}.Succeeded\`)`
        : `${target ? `Name \`${name}\` in the \`target\` of \`${dag}\`` : `Give the \`dag\` of \`${dag}\` a \`target\` that names \`${name}\` beside its last tasks`}, so that its failure counts`,
  };
}

function whyWell(name: string, isForgiven: boolean, handlers: readonly string[]): string {
  if (isForgiven) return `\`${name}\` has \`continueOn\``;
  if (handlers.length === 0) return 'what is left out behind it has `continueOn`';
  return `\`${handlers[0]}\` makes up for that`;
}
