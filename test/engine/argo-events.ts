import { parseAllDocuments } from 'yaml';

/** So many events of a run the simulator keeps; nobody reads them, and at one more it waits for ever. */
export const mostEvents = 64;

interface Task {
  readonly name: string;
  readonly when?: string;
  readonly template?: string;
  readonly inline?: Template;
  readonly withItems?: readonly unknown[];
}

interface Template {
  readonly name?: string;
  readonly dag?: { readonly tasks: readonly Task[] };
  readonly steps?: readonly (readonly Task[])[];
}

interface Spec {
  readonly entrypoint: string;
  readonly onExit?: string;
  readonly templates: readonly Template[];
}

/**
 * How many events a run of a workflow has at most: one where the run begins and one where it ends, and as many for each node that is
 * not left out or skipped. Only templates of the same document are looked into.
 * @param skipped tasks that are skipped
 */
export function eventsOf(text: string, skipped: readonly string[]): number {
  const [first] = parseAllDocuments(text);
  const { entrypoint, onExit, templates } = (first!.toJS() as { readonly spec: Spec }).spec;
  const called = (name: string | undefined) => ofTemplate(templates.find((one) => one.name === name) ?? {});
  const ofTask = ({ name, when, template, inline, withItems }: Task): number => {
    if (when === 'false' || skipped.includes(name)) return 0;
    const once = inline ? ofTemplate(inline) : called(template);
    return withItems ? withItems.length * once + 2 : once;
  };
  const sum = (tasks: readonly Task[]) => tasks.reduce((count, task) => count + ofTask(task), 0);
  const ofTemplate = ({ dag, steps = [] }: Template): number => 2 + 2 * steps.length + sum(dag?.tasks ?? steps.flat());
  return 2 + called(entrypoint) + (onExit === undefined ? 0 : called(onExit));
}
