import type { KeptNode, PlannedNode } from '../../model/plan.js';
import { asSequence } from '../../text/yaml-access.js';
import type { JobText, PipelineDocument } from './document.js';
import type { Pipeline } from './pipeline.js';

/**
 * What a job loses that waits for earlier stages, where it gets a list of needs instead: jobs of included files may be in these
 * stages, and their names are not known. A hook that waits for earlier stages itself keeps the order. And stages that another file names
 * may be in another order than is thought.
 */
export function lostWithStages(
  kept: KeptNode,
  nodes: readonly PlannedNode[],
  { document, workflow }: Pipeline,
): 'order' | 'stages' | 'artifacts' | undefined {
  const job = document.jobs[kept.node]!;
  const stage = workflow.dags[0]!.nodes[kept.node]!.stage!;
  if (!document.hasOthers || !kept.needs || job.fields.get('needs') || stage === 0) return undefined;
  if (kept.needs.some((name) => isOrderGuessed(job, document.byName.get(name), document))) return 'stages';
  const hooks = new Map(nodes.flatMap((node) => (node.kind === 'injected' ? [[node.name, node] as const] : [])));
  const waitsForStages = (name: string): boolean => {
    const hook = hooks.get(name);
    return hook?.stage === stage && (hook.needs?.some(waitsForStages) ?? true);
  };
  if (!kept.needs.some(waitsForStages)) return 'order';
  // Where it names the jobs whose files it takes, these are among its needs.
  const dependencies = asSequence(job.fields.get('dependencies')?.pair.value);
  return dependencies || job.fields.get('trigger') ? undefined : 'artifacts';
}

/** Are two jobs in different stages of which another file says which is the earlier one? */
function isOrderGuessed(one: JobText, other: JobText | undefined, { guessed }: PipelineDocument): boolean {
  return other !== undefined && other.stage !== one.stage && (guessed.has(one.stage) || guessed.has(other.stage));
}
