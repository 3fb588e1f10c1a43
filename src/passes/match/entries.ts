import type { MatchClause, MatchEntry } from '../../model/match.js';
import type { Matches } from '../graph/tasks.js';
import { type Answer, no, yes } from './answer.js';

/** Wants labels, or variables of the environment. */
export type EntryClause = Extract<MatchClause, { readonly kind: 'labels' | 'env' }>;

/** Is each entry that a clause wants among these? */
export function entriesHold(clause: EntryClause, found: ReadonlyMap<string, string>, matches: Matches): Answer {
  const missing = clause.entries.find(
    (entry) => ![...found].some(([key, value]) => isEntry(entry, key, value, matches)),
  );
  return missing ? no(clause, () => [...found].map(([key, value]) => shownEntry(key, value))) : yes;
}

export function isEntry({ name, values }: MatchEntry, key: string, value: string, matches: Matches): boolean {
  // A label such as `tier=prod` may be written as one text.
  const isNamed = matches(name, key) || (value !== '' && matches(name, `${key}=${value}`));
  return isNamed && (values.length === 0 || values.some((pattern) => matches(pattern, value)));
}

export function shownEntry(key: string, value: string): string {
  return value === '' ? key : `${key}=${value}`;
}
