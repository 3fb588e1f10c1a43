import type { InjectedNode, PlannedNode } from '../../model/plan.js';
import type { JobText, PipelineDocument } from './document.js';
import { isConditional, mayBeMissing } from './jobs.js';

/** The hooks of a list of planned nodes, and what is asked of them again for each job. */
export interface PlannedHooks {
  /** In the order of the list. */
  named(names: readonly string[]): readonly InjectedNode[];
  /** The job with which a hook is part of a pipeline. */
  companionOf(hook: InjectedNode): JobText | undefined;
  /** Jobs whose list of needs changes. */
  readonly changed: ReadonlySet<number>;
}

export function plannedHooks(nodes: readonly PlannedNode[], document: PipelineDocument): PlannedHooks {
  const places = new Map(nodes.flatMap((one, at) => (one.kind === 'injected' ? [[one.name, at] as const] : [])));
  const companions = new Map<InjectedNode, JobText | undefined>();
  const hooks: PlannedHooks = {
    named(names) {
      const found = new Set(names.flatMap((name) => places.get(name) ?? []));
      return [...found].sort((a, b) => a - b).map((at) => nodes[at] as InjectedNode);
    },
    companionOf(hook) {
      if (!companions.has(hook)) companions.set(hook, companionOf(hook, document, hooks));
      return companions.get(hook);
    },
    changed: new Set(nodes.flatMap((one) => (one.kind === 'kept' && one.needs ? [one.node] : []))),
  };
  return hooks;
}

/**
 * The job with which a hook is part of a pipeline. Of the jobs before a hook that is between stages, one of them. The first and the
 * last stage do not make a pipeline by themselves, so that a hook there is part of all.
 */
function companionOf(
  { about, needs, stage }: InjectedNode,
  document: PipelineDocument,
  hooks: PlannedHooks,
): JobText | undefined {
  const { jobs, stages } = document;
  if (about !== undefined) return jobs[about]!;
  if (stage === 0 || stage === stages.length - 1 || !needs) return undefined;
  const needed = new Set(needs);
  // Where a hook is behind one of them, it is needed in place of that.
  const models = hooks.named(needs).flatMap((one) => hooks.companionOf(one) ?? []);
  const before = [...jobs.filter(({ name }) => needed.has(name)), ...models];
  return before.find((job) => !mayBeMissing(job)) ?? before.find((job) => !isConditional(job)) ?? before[0];
}
