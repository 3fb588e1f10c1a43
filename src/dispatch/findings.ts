import type { Arguments, Code } from '../diagnostics/catalog.js';
import type { Diagnostic } from '../diagnostics/diagnostics.js';
import type { SourceFile } from '../model/source.js';

/** Something to tell, not yet put into words: that takes what most runs need not load. */
export type Problem = { [C in Code]: { readonly code: C; readonly args: Arguments<C> } }[Code];

export function problem<C extends Code>(code: C, args: Arguments<C>): Problem {
  return { code, args } as Problem;
}

/** Everything there is to tell, and what it points into. */
export interface Findings {
  readonly problems: Problem[];
  readonly diagnostics: Diagnostic[];
  readonly sources: SourceFile[];
}

export function noFindings(): Findings {
  return { problems: [], diagnostics: [], sources: [] };
}

/** One by one: a file may hold more mistakes than a call takes arguments. */
export function addFindings(
  { diagnostics, sources }: Findings,
  found: readonly Diagnostic[],
  within: readonly SourceFile[],
): void {
  for (const one of found) diagnostics.push(one);
  for (const one of within) sources.push(one);
}
