import type { Report } from '../../diagnostics/diagnostics.js';
import type { InjectedNode, PlannedNode } from '../../model/plan.js';
import type { Pipeline } from './pipeline.js';
import type { PlannedHooks } from './planned-hooks.js';
import { ofWindows, powershellIn } from './powershell.js';
import { jobOfRunner } from './runner-fields.js';

/** Reports jobs of hooks for which the file shows no runner but those of PowerShell, which takes a gate that fails for a success. */
export function checkShell(
  nodes: readonly PlannedNode[],
  planned: PlannedHooks,
  pipeline: Pipeline,
  report: Report,
): void {
  const { document, settings, file } = pipeline;
  if (settings.tags !== undefined) return;
  const sign = ofWindows(document, file.text) ?? signOfAll(pipeline);
  if (sign === undefined) return;
  const hasNoTags = (node: InjectedNode) => !jobOfRunner(planned.companionOf(node), pipeline)?.fields.get('tags');
  const hooks = nodes.flatMap((node) =>
    node.kind === 'injected' && node.injection.call.kind !== 'spawn' && hasNoTags(node) ? [node] : [],
  );
  const [first] = hooks;
  const args = { names: hooks.map(({ name }) => name), sign, setting: 'hooks.gitlab_ci.tags' };
  if (first) report('DW298', args, { span: first.injection.rule.span });
}

/** What shows that PowerShell runs the first of the jobs, where it runs all of them. */
function signOfAll({ document, file }: Pipeline): string | undefined {
  const onRunners = document.jobs.filter(({ fields }) => !fields.get('trigger'));
  const signs = onRunners.map((job) => powershellIn(job, document, file.text));
  return signs.includes(undefined) ? undefined : signs[0];
}
