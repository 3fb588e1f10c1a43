import { asMap, pairOf } from '../../text/yaml-access.js';
import type { YamlDocument, YamlMap } from '../../text/yaml-node.js';
import { meantKey } from './meant-key.js';

/** Has one of the documents a mapping of what can only be jobs of GitHub, under a key that comes near to `jobs`? */
export function resemblesGithub(documents: readonly YamlDocument[]): boolean {
  return documents.some(({ root }) =>
    asMap(root)?.pairs.some(({ key, value }) => {
      const jobs = asMap(value);
      return (
        jobs !== undefined && meantKey(key.value, 'workflow') === 'jobs' && jobs.pairs.some((job) => isJob(job.value))
      );
    }),
  );
}

function isJob(value: YamlMap['pairs'][number]['value']): boolean {
  const job = asMap(value);
  return job !== undefined && (pairOf(job, 'runs-on') !== undefined || pairOf(job, 'uses') !== undefined);
}
