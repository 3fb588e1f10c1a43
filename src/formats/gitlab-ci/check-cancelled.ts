import type { Report } from '../../diagnostics/diagnostics.js';
import type { InjectedNode } from '../../model/plan.js';
import { asMap, asSequence, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import type { PipelineDocument } from './document.js';

/** Reports a job of a hook that is there for failures, in a pipeline that is cancelled as a whole where a job fails: nothing starts then. */
export function checkCancelled(
  { injection: { rule } }: InjectedNode,
  { root }: PipelineDocument,
  report: Report,
): void {
  const isForFailures = rule.run === 'failure' || rule.run === 'always';
  if (isForFailures && isCancelledByFailure(root))
    report('DW488', { rule: rule.id, run: rule.run }, { span: rule.span });
}

function isCancelledByFailure(root: YamlMap): boolean {
  const workflow = asMap(pairOf(root, 'workflow')?.value);
  if (!workflow) return false;
  const rules = asSequence(pairOf(workflow, 'rules')?.value)?.items.flatMap(({ value }) => asMap(value) ?? []) ?? [];
  return [workflow, ...rules].some((map) => {
    const cancel = asMap(pairOf(map, 'auto_cancel')?.value);
    return cancel !== undefined && textOf(pairOf(cancel, 'on_job_failure')?.value) === 'all';
  });
}
