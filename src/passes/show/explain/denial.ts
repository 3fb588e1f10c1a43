import type { ExplainedDenial } from '../../../model/explanation.js';
import type { Denial } from '../../../model/match.js';
import type { Answer } from '../../match/answer.js';
import { describeMatch } from '../../match/describe.js';
import { failedMatch } from './failed-match.js';

/** Whether a place is forbidden, from what the match of the denial answers there. */
export function explainDenial(denial: Denial, answer: Answer): ExplainedDenial {
  const told = { denial, what: describeMatch(denial.match), failed: undefined, command: undefined, why: undefined };
  if (answer.kind === 'no') return { ...told, failed: failedMatch(answer.miss()) };
  return answer.kind === 'yes' ? { ...told, command: answer.command } : { ...told, why: answer.why };
}
