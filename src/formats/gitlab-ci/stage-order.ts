import { asSequence } from '../../text/yaml-access.js';
import type { YamlPair } from '../../text/yaml-node.js';
import { nameInNeed } from './needs.js';

interface StagedJob {
  readonly name: string;
  readonly stage: string;
  readonly fields: { get(key: string): { readonly pair: YamlPair } | undefined };
}

/**
 * Stages whose order another file says, in an order in which no job needs one of a later stage: GitLab refuses any other. As far as
 * needs leave it open, they stay as they are; all do where there is no such order.
 */
export function inOrderOfNeeds(stages: readonly string[], jobs: readonly StagedJob[]): readonly string[] {
  const stageOf = new Map(jobs.map(({ name, stage }) => [name, stage]));
  const before = new Map(stages.map((stage) => [stage, new Set<string>()]));
  for (const { fields, stage } of jobs) {
    for (const { value } of asSequence(fields.get('needs')?.pair.value)?.items ?? []) {
      const needed = stageOf.get(nameInNeed(value) ?? '');
      if (needed !== undefined && needed !== stage && before.has(needed)) before.get(stage)?.add(needed);
    }
  }
  const ordered = new Set<string>();
  const open = new Set<string>();
  // What is open and on top again still lacks something only where that waits for it.
  for (const stage of stages) {
    const waiting = [stage];
    for (let next = waiting.at(-1); next !== undefined; next = waiting.at(-1)) {
      const missing = [...before.get(next)!].filter((one) => !ordered.has(one));
      if (missing.length > 0 && open.has(next)) return stages;
      if (missing.length === 0) {
        ordered.add(next);
        waiting.pop();
      } else {
        open.add(next);
        for (const one of missing) waiting.push(one);
      }
    }
  }
  return [...ordered];
}
