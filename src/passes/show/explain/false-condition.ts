import { numberIn } from '../../../lang/condition.js';
import type { FailedClause } from '../../../model/explanation.js';
import type { Rule } from '../../../model/rule.js';
import type { WhyNever } from '../../variables/bind-place.js';
import { failedAt } from './failed-at.js';
import { explainVariable } from './variable.js';

/** Which part of a rule's condition is false, and what its names are there. */
export function falseCondition(rule: Rule, why: WhyNever): FailedClause {
  if (why.kind === 'environment') {
    const { value, span } = rule.environments!;
    const here = why.here === undefined ? 'none is stated here' : `here is \`${why.here}\``;
    return failedAt('environments', `\`environments\`: wanted ${value.map(asCode).join(' or ')}, ${here}`, { span });
  }
  const { table, parts } = why;
  const seen = [...new Map(parts.flatMap(({ names }) => [...names]))].map(([name, { asNumber }]) => {
    const { value, source } = explainVariable(name, table(name), rule);
    if (value === undefined) return `\`${name}\` has no value to show: ${source}`;
    const isWrong = asNumber && numberIn(value) === undefined;
    return `\`${name}\` is ${value === '' ? 'empty' : asCode(value)}${isWrong ? ', not a number' : ''} (from ${source})`;
  });
  const wrong = `${parts.map(({ text }) => asCode(text)).join(' and ')} ${parts.length > 1 ? 'are' : 'is'} false`;
  const because = seen.length > 0 ? `, as ${seen.join(' and ')}` : '';
  return failedAt('when', `\`when\`: ${wrong}${because}`, { span: rule.when!.span });
}

function asCode(text: string): string {
  return text.length > longest ? `\`${text.slice(0, longest)}…\`` : `\`${text}\``;
}

const longest = 100;
