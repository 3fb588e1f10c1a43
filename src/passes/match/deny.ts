import type { Report } from '../../diagnostics/diagnostics.js';
import type { Denial } from '../../model/match.js';
import type { Workflow } from '../../model/workflow.js';
import { describeInWords } from './describe.js';
import type { PlaceMatcher } from './places.js';

/** Reports what rules forbid and a workflow has. */
export function reportDenied(
  workflow: Workflow,
  deny: readonly Denial[],
  { denied }: PlaceMatcher,
  report: Report,
): void {
  for (const denial of deny) {
    const what = describeInWords(denial.match);
    for (const dag of workflow.dags) {
      for (const { node, beside, why, isUnread, command } of denied(denial, dag.index)) {
        const step = node === undefined ? undefined : dag.nodes[node]!;
        const span = step?.span ?? beside?.span ?? dag.span;
        const place = step?.name ?? beside?.name;
        const args = { place, dag: dag.name, message: denial.message, why, isUnread, what, command };
        const related = { message: 'the rule', span: denial.span };
        report(denial.severity === 'error' ? 'DW450' : 'DW451', args, { span, related });
      }
    }
  }
}
