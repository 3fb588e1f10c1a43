import type { InjectedNode, PlannedNode } from '../../model/plan.js';
import { asSequence } from '../../text/yaml-access.js';
import type { StepText } from '../yaml-steps/step-list.js';
import type { JobText, PipelineDocument } from './document.js';
import { isOptionalNeed, nameInNeed } from './needs.js';
import { optionalNeed } from './pipeline.js';

/**
 * Does a job wait for a hook only where it is there? It is around a job that this one needs in the same way, and in the same pipelines as that.
 */
export function isOptionalHook({ about }: InjectedNode, job: JobText, { jobs }: PipelineDocument): boolean {
  if (about === undefined) return false;
  const items = asSequence(job.fields.get('needs')?.pair.value)?.items ?? [];
  const named = items.filter(({ value }) => nameInNeed(value) === jobs[about]!.name);
  return named.length > 0 && named.every(({ value }) => isOptionalNeed(value));
}

/** The text of all jobs, where such hooks become optional needs. */
export function withOptionalHooks(text: StepText, nodes: readonly PlannedNode[], document: PipelineDocument): StepText {
  const hooks = new Map(nodes.flatMap((node) => (node.kind === 'injected' ? [[node.name, node] as const] : [])));
  const { spelling } = text;
  return {
    ...text,
    spelling: {
      ...spelling,
      needItem(name, of) {
        const hook = hooks.get(name);
        const job = document.byMap.get(of);
        if (hook && job && isOptionalHook(hook, job, document)) return optionalNeed(name);
        return spelling.needItem?.(name, of) ?? name;
      },
    },
  };
}
