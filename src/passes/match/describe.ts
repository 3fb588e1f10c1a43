import type { Match, MatchClause, TextKey } from '../../model/match.js';

/** What a step must be or do so that it matches, as half a sentence: "runs `terraform destroy`". */
export function describeMatch({ clauses }: Pick<Match, 'clauses'>): string {
  return clauses.map(describeClause).join(' and ');
}

/**
 * The same without expressions, which nobody reads as a sentence, and without exceptions, which would show the way round:
 * more than what matches may be described. `undefined` where nothing is left.
 */
export function describeInWords({ clauses }: Match): string | undefined {
  const inWords = clauses.filter(isInWords);
  return inWords.length === 0 ? undefined : inWords.map(describeClause).join(' and ');
}

function isInWords(clause: MatchClause): boolean {
  if (clause.kind === 'any') return clause.of.every(({ clauses }) => clauses.every(isInWords));
  return clause.kind !== 'cel' && clause.kind !== 'not';
}

function describeClause(clause: MatchClause): string {
  if (clause.kind === 'any') return clause.of.map(describeMatch).join(' or ');
  if (clause.kind === 'not') return `is not one that ${describeMatch(clause.match)}`;
  if (clause.kind === 'cel') return `fulfils the CEL condition \`${clause.expression.trim()}\``;
  if ('patterns' in clause) return `${verbs[clause.kind]} ${quoted(clause.patterns)}`;
  const names = clause.entries.map(({ name, values }) =>
    values.length === 0 ? quoted([name]) : `${quoted([name])} as ${quoted(values)}`,
  );
  return `has ${clause.kind === 'env' ? 'the variable' : 'the label'} ${names.join(' and ')}`;
}

function quoted(patterns: readonly { readonly text: string }[]): string {
  return patterns.map(({ text }) => `\`${text}\``).join(' or ');
}

const verbs: Readonly<Record<TextKey, string>> = {
  step: 'is called',
  runs: 'runs',
  uses: 'uses',
  image: 'uses the image',
  calls: 'calls',
  dag: 'is in the DAG',
  file: 'is in the file',
};
