import type { MatchClause } from '../../model/match.js';

/** Does a match hold at a place? */
export type Answer =
  /** `command` is the one that made it hold, where a command did. */
  | { readonly kind: 'yes'; readonly command?: string }
  /** It may, because commands cannot be read for certain or an expression gives no answer; `why` ends the sentence "…, because". */
  | {
      readonly kind: 'unsure';
      readonly clause: MatchClause;
      readonly because: 'commands' | 'expression';
      readonly why: string;
    }
  /** The first clause that does not hold, and what was there instead. */
  | { readonly kind: 'no'; readonly clause: MatchClause; readonly seen: readonly string[] };

export const yes: Answer = { kind: 'yes' };

/** All must hold; a clear no outweighs a doubt. */
export function allOf(answers: Iterable<Answer>): Answer {
  let best: Answer = yes;
  for (const answer of answers) {
    if (answer.kind === 'no') return answer;
    if (answer.kind === 'unsure') best = answer;
    else if (best.kind === 'yes' && answer.command !== undefined) best = answer;
  }
  return best;
}

/** One is enough; a clear yes outweighs a doubt. `undefined` without any. */
export function anyOf(answers: Iterable<Answer>): Answer | undefined {
  let best: Answer | undefined;
  for (const answer of answers) {
    if (answer.kind === 'yes') return answer;
    if (best?.kind !== 'unsure') best = answer.kind === 'unsure' ? answer : (best ?? answer);
  }
  return best;
}
