import type { InjectedNode, PlannedNode } from '../../model/plan.js';
import { companionOf } from './companion.js';
import type { JobText, PipelineDocument } from './document.js';

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
