import { asMap, pairOf } from '../../text/yaml-access.js';
import type { YamlDocument, YamlMap, YamlNode, YamlPair } from '../../text/yaml-node.js';
import { type KeyOwner, meantKey } from './meant-key.js';

/** Has one of the documents a mapping of what can only be jobs of GitHub, under another key than `jobs`? */
export function resemblesGithub(documents: readonly YamlDocument[]): boolean {
  return documents.some(({ root }) => {
    const map = asMap(root);
    const pair = map && misnamedJobs(map);
    const has = pair && jobsIn(pair.value).some((job) => isJob(job) || (hasTrigger(map) && says(job, 'steps', 'job')));
    return has ?? false;
  });
}

/** The pair that was meant for the jobs, by a key that comes near or by what is in it. */
export function misnamedJobs(root: YamlMap): YamlPair | undefined {
  if (pairOf(root, 'jobs')) return undefined;
  return (
    root.pairs.find(({ key }) => meantKey(key.value, 'workflow') === 'jobs') ??
    root.pairs.find(({ value }) => jobsIn(value).length > 0 && jobsIn(value).every((job) => pairOf(job, 'runs-on')))
  );
}

function jobsIn(value: YamlNode): readonly YamlMap[] {
  return asMap(value)?.pairs.flatMap((pair) => asMap(pair.value) ?? []) ?? [];
}

function hasTrigger(root: YamlMap): boolean {
  return says(root, 'on', 'workflow');
}

function isJob(job: YamlMap): boolean {
  return says(job, 'runs-on', 'job') || says(job, 'uses', 'job');
}

/** Has it that key, or one that comes near? */
function says(map: YamlMap, meant: string, of: KeyOwner): boolean {
  return map.pairs.some(({ key }) => key.value === meant || meantKey(key.value, of) === meant);
}
