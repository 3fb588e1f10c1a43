import type { YamlPair, YamlProblem, YamlScalar } from './yaml-node.js';

/** Finds each later key that an earlier one of the mapping equals, in linear time. */
export function reportDuplicateKeys(pairs: readonly YamlPair[], problems: YamlProblem[]): void {
  if (pairs.length < 2) return;
  const seen = new Map<string, YamlScalar>();
  for (const { key } of pairs) {
    const first = seen.get(key.value);
    if (first === undefined) seen.set(key.value, key);
    else problems.push(duplicate(key, first));
  }
}

function duplicate(key: YamlScalar, first: YamlScalar): YamlProblem {
  return {
    kind: 'duplicate-key',
    message: key.value,
    cure: 'keep one of the two',
    start: key.start,
    end: key.end,
    first: { start: first.start, end: first.end },
  };
}
