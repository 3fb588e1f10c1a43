import type { Report } from '../../diagnostics/diagnostics.js';
import type { Denial, Denied } from '../../model/match.js';
import type { Workflow } from '../../model/workflow.js';
import { describeInWords, describeMatch } from './describe.js';
import type { PlaceMatcher } from './places.js';

/** What rules forbid and a workflow has, each of it reported. */
export function findDenied(
  workflow: Workflow,
  deny: readonly Denial[],
  { denied }: PlaceMatcher,
  report: Report,
): readonly Denied[] {
  return deny.flatMap((denial) => {
    const { match, message, severity } = denial;
    return workflow.dags.flatMap((dag) =>
      denied(denial, dag.index).map(({ node, beside, why, isUnread, command }): Denied => {
        const step = node === undefined ? undefined : dag.nodes[node]!;
        const place = step?.name ?? beside?.name;
        const span = step?.span ?? beside?.span ?? dag.span;
        const args = {
          place,
          isStep: step !== undefined,
          dag: dag.name,
          message,
          why,
          isUnread,
          what: describeInWords(match),
          command,
        };
        const related = { message: 'the rule', span: denial.span };
        report(severity === 'error' ? 'DW450' : 'DW451', args, { span, related });
        return { denial, dag: dag.index, node, place, span, what: describeMatch(match), command, why };
      }),
    );
  });
}
