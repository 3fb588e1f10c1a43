import type { FailedClause } from '../../../model/explanation.js';

export function failedAt(
  name: FailedClause['clause'],
  why: string,
  { span, nearest = [] }: { span?: FailedClause['span']; nearest?: readonly string[] } = {},
): FailedClause {
  return { clause: name, why, span, nearest };
}
