import type { Report } from '../../diagnostics/diagnostics.js';
import type { InjectedNode } from '../../model/plan.js';
import { tagOf } from '../../text/tag-of.js';
import { pairOf, resolved } from '../../text/yaml-access.js';
import type { JobText } from './document.js';
import type { Pipeline } from './pipeline.js';

/** Reports a hook behind a job that starts another pipeline and does not wait for its end. */
export function checkTriggers({ injection, about, slot }: InjectedNode, pipeline: Pipeline, report: Report): void {
  if (slot !== 'after' || about === undefined) return;
  const job = pipeline.document.jobs[about]!;
  if (!endsAtOnce(job, pipeline.file.text)) return;
  const { rule } = injection;
  const related = { message: 'the rule', span: rule.span };
  report('DW489', { rule: rule.id, node: job.name }, { span: pipeline.workflow.dags[0]!.nodes[about]!.span, related });
}

function endsAtOnce({ fields }: JobText, text: string): boolean {
  const value = fields.get('trigger')?.pair.value;
  if (!value || tagOf(text, value) !== undefined) return false;
  const trigger = resolved(value);
  return trigger !== undefined && (trigger.kind !== 'map' || pairOf(trigger, 'strategy') === undefined);
}
