import { nearestName, nearestNames } from '../../../lang/nearest.js';
import type { FailedClause } from '../../../model/explanation.js';
import type { MatchClause } from '../../../model/match.js';
import type { Miss } from '../../match/answer.js';
import { describeMatch } from '../../match/describe.js';

/** The key of a match that does not hold: what it asks for, what is there in its place, and how near that comes. */
export function failedMatch({ clause, seen, unsure }: Miss): FailedClause {
  const patterns = 'patterns' in clause ? clause.patterns.map(({ text }) => text) : [];
  const missed = patterns.map((pattern) => nearMiss(pattern, seen)).find((hint) => hint !== undefined);
  const found = seen.length === 0 ? 'nothing' : clause.kind === 'cel' ? seen.join(', ') : quoted(seen);
  const here =
    unsure === undefined ? `, found ${found}` : `; left out by \`unsure: skip\`, as it is not certain: ${unsure}`;
  return {
    clause: 'match',
    why: `\`${clause.kind}\`: ${wanted(clause)}${here}${missed === undefined ? '' : `; ${missed}`}`,
    span: clause.span,
    nearest: patterns[0] === undefined ? [] : nearestNames(patterns[0], seen, 3),
  };
}

/** Texts as code, the first ten of them. */
export function quoted(texts: readonly string[]): string {
  const shown = texts
    .slice(0, 10)
    .map((text) => `\`${text}\``)
    .join(', ');
  return texts.length > 10 ? `${shown} and ${texts.length - 10} more` : shown;
}

function wanted(clause: MatchClause): string {
  if ('patterns' in clause) return `wanted ${clause.patterns.map(({ text }) => `\`${text}\``).join(' or ')}`;
  if (clause.kind === 'cel') return `wanted \`${clause.expression.trim()}\``;
  if (clause.kind === 'any') return `wanted what ${clause.of.map(describeMatch).join('; or ')}`;
  if (clause.kind === 'not') return `leaves out what ${describeMatch(clause.match)}`;
  return `wanted what ${describeMatch({ clauses: [clause] })}`;
}

/** The pattern of a command is for the whole of it, which is what people forget first. */
function nearMiss(pattern: string, seen: readonly string[]): string | undefined {
  if (pattern.startsWith('/')) return undefined;
  const certain = /^[^*?[\]{}]*/.exec(pattern)![0].trim();
  if (certain === '') return undefined;
  const longer = seen.find((text) => text.startsWith(`${certain} `));
  if (longer !== undefined && certain === pattern)
    return `write \`${certain} *\` for commands that only begin with \`${certain}\``;
  const words = certain.split(' ').length;
  const starts = seen.map((text) => text.split(' ').slice(0, words).join(' '));
  const nearest = nearestName(certain, starts);
  return nearest === undefined ? undefined : `\`${certain}\` is nearly \`${nearest}\``;
}
