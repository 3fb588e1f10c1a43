import type { Node } from '../../model/workflow.js';
import { mayRunBehindFailure } from './condition-text.js';

/** The needs of a job that may be skipped, by its own condition, but may not have failed. */
export function sparedNeeds(condition: string | undefined, needs: Node['needs']): readonly number[] {
  if (condition === undefined || !sparing.test(condition) || !mayRunBehindFailure(condition)) return [];
  const named = new Set([...condition.matchAll(asked)].map(([, name]) => name!));
  return (needs ?? []).flatMap(({ name, node }) =>
    node !== undefined && (named.has(name) || named.has('*')) ? [node] : [],
  );
}

const asked = /\bneeds\s*\.\s*(\*|[\w-]+)\s*\.\s*result\b/gi;
const sparing =
  /==\s*'skipped'|"skipped"|!=\s*'failure'|!(?:\s*\()?\s*contains\s*\(\s*needs\s*\.\s*\*\s*\.\s*result\s*,\s*'failure'\s*\)/i;
