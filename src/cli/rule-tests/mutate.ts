import type { Span } from '../../model/source.js';
import { judge, type ReadyCase, type Verdict } from './judge.js';

export interface Mutation {
  readonly rule: string;
  readonly span: Span;
  /** Would a case that holds fail without the rule? */
  readonly missed: boolean;
}

/** Leaves each rule out in turn, wherever cases that hold have it, and looks whether any of them notices. */
export function mutateRules(
  judged: readonly { readonly one: ReadyCase; readonly verdict: Verdict }[],
  step: () => void,
): readonly Mutation[] {
  const users = new Map<string, { readonly rule: string; readonly span: Span; readonly cases: ReadyCase[] }>();
  for (const { one, verdict } of judged) {
    for (const { id, span } of verdict.found.result.rules?.rules ?? []) {
      const key = JSON.stringify([span.file, id]);
      const known = users.get(key) ?? { rule: id, span, cases: [] };
      users.set(key, known);
      if (verdict.differences.length === 0) known.cases.push(one);
    }
  }
  return [...users.values()].map(({ rule, span, cases }) => {
    step();
    const missed = cases.some((one) => judge(one, new Set([rule])).differences.length > 0);
    return { rule, span, missed };
  });
}
