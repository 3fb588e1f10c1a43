import { asSequence } from '../../text/yaml-access.js';
import type { YamlPair } from '../../text/yaml-node.js';
import { nameInNeed } from './needs.js';

interface StagedJob {
  readonly name: string;
  readonly stage: string;
  readonly fields: {
    get(key: string): { readonly pair: YamlPair } | undefined;
    unread(key: string): string | undefined;
  };
}

/**
 * Jobs whose stage is in a file that was not read are taken to be in the usual one, unless a job of an earlier stage needs them: GitLab
 * takes only needs of the same or an earlier stage, so they are in that stage at the latest.
 * @param stages in their order
 */
export function withUnreadStages<Job extends StagedJob>(
  jobs: readonly Job[],
  stages: readonly string[],
): readonly Job[] {
  const unread = new Map(
    jobs.filter(({ fields }) => fields.unread('stage') !== undefined).map((job) => [job.name, job]),
  );
  if (unread.size === 0) return jobs;
  const places = new Map(stages.map((stage, at) => [stage, at]));
  const placeOf = ({ stage }: StagedJob) => places.get(stage) ?? stages.length;
  const known = jobs.filter(({ name }) => !unread.has(name));
  const latest = new Map<string, string>();
  for (const job of known.toSorted((one, other) => placeOf(one) - placeOf(other))) {
    const open = neededBy(job);
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      const needed = unread.get(name);
      if (!needed || latest.has(name)) continue;
      latest.set(name, placeOf(needed) > placeOf(job) ? job.stage : needed.stage);
      open.push(...neededBy(needed));
    }
  }
  return jobs.map((job) => ({ ...job, stage: latest.get(job.name) ?? job.stage }));
}

function neededBy({ fields }: StagedJob): string[] {
  const items = asSequence(fields.get('needs')?.pair.value)?.items ?? [];
  return items.flatMap(({ value }) => nameInNeed(value) ?? []);
}
