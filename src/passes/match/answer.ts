import type { MatchClause } from '../../model/match.js';

/** Does a match hold at a place? */
export type Answer =
  /** `command` is the one that made it hold, where a command did. */
  | { readonly kind: 'yes'; readonly command?: string }
  /** It may, because commands cannot be read for certain, an expression gives no answer, or a word is computed; `why` ends the sentence "…, because". */
  | {
      readonly kind: 'unsure';
      readonly clause: MatchClause;
      readonly because: 'commands' | 'expression' | 'words';
      readonly why: string;
    }
  | No;

/** Most places say no to most matches, and few ask what they missed. */
export interface No {
  readonly kind: 'no';
  miss(): Miss;
}

export interface Miss {
  /** The first one that does not hold. */
  readonly clause: MatchClause;
  /** What was there instead. */
  readonly seen: readonly string[];
  /** Why it may hold all the same, where the match leaves out what is not certain. */
  readonly unsure?: string;
}

export const yes: Answer = { kind: 'yes' };

/** @param seen what is there in place of what the clause asks for */
export function no(clause: MatchClause, seen: () => readonly string[]): No {
  return { kind: 'no', miss: () => ({ clause, seen: [...new Set(seen())] }) };
}

/** All must hold; a clear no outweighs a doubt. */
export function allOf(clauses: readonly MatchClause[], holds: (clause: MatchClause) => Answer): Answer {
  let best: Answer = yes;
  for (const clause of clauses) {
    const answer = holds(clause);
    if (answer.kind === 'no') return answer;
    if (answer.kind === 'unsure') best = answer;
    else if (best.kind === 'yes' && answer.command !== undefined) best = answer;
  }
  return best;
}

/**
 * One is enough; a clear yes outweighs a doubt.
 * @param none what it comes to where each says no
 */
export function anyOf(answers: Iterable<Answer>, none: (all: readonly No[]) => Answer): Answer {
  let unsure: Answer | undefined;
  const all: No[] = [];
  for (const answer of answers) {
    if (answer.kind === 'yes') return answer;
    if (answer.kind === 'unsure') unsure ??= answer;
    else all.push(answer);
  }
  return unsure ?? none(all);
}
