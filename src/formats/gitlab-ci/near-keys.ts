import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import { asMap } from '../../text/yaml-access.js';
import type { YamlPair } from '../../text/yaml-node.js';
import { keyFixes } from '../key-fixes.js';
import type { PipelineDocument } from './document.js';
import { jobKeys, meantKeys, meantRootKeys, rootKeys } from './keys.js';

/** The key of a job that a written one was to be; `undefined` where it is one, or is like none. */
export function meantBy(written: string): string | undefined {
  if (jobKeys.has(written)) return undefined;
  return meantKeys.get(written.toLowerCase()) ?? nearestName(written, jobKeys);
}

/** Keys that say what a job does. */
export const workKeys: ReadonlySet<string | undefined> = new Set(['script', 'trigger']);

/** The key of the first level that a written one was to be. */
export function meantByRoot({ key, value }: YamlPair): string | undefined {
  // Jobs are mappings, and what is hidden may be anything.
  if (rootKeys.has(key.value) || key.value.startsWith('.') || asMap(value)) return undefined;
  return meantRootKeys.get(key.value) ?? nearestName(key.value, rootKeys);
}

const ruleKeys: ReadonlySet<string> = new Set(
  'if changes exists when allow_failure needs variables interruptible start_in <<'.split(' '),
);

/**
 * Reports keys of jobs that come near to one that GitLab knows: a need that nobody reads orders nothing. One that hides from the
 * rules what a job does is an error.
 */
export function reportNearKeys({ root, jobs, pieces }: PipelineDocument, file: string, report: Report): void {
  const fixOfRoot = keyFixes(root, file);
  for (const pair of root.pairs) {
    const { key } = pair;
    const meant = meantByRoot(pair);
    if (meant === undefined) continue;
    const span = { file, start: key.start, end: key.end };
    const fix = fixOfRoot(key, meant);
    if (fix && meant === 'include') report('DW284', { key: key.value, meant, of: 'a pipeline' }, { span, fix });
    else report('DW228', { key: key.value, meant, of: 'a pipeline', isKey: false }, { span, fix });
  }
  const known = new Set(jobs.map(({ name }) => name));
  const extended = new Set(jobs.flatMap(({ fields }) => fields.parents));
  for (const { name, map } of pieces.values()) {
    if (!known.has(name) && !name.startsWith('.')) continue;
    // A rule that lists of rules take over by an alias.
    if (!known.has(name) && !extended.has(name) && map.pairs.every(({ key }) => ruleKeys.has(key.value))) continue;
    const fixOf = keyFixes(map, file);
    for (const { key } of map.pairs) {
      if (jobKeys.has(key.value)) continue;
      const meant = meantBy(key.value);
      if (meant === undefined) continue;
      const span = { file, start: key.start, end: key.end };
      const fix = fixOf(key, meant);
      if (fix && workKeys.has(meant)) report('DW284', { key: key.value, meant, of: 'a job' }, { span, fix });
      else report('DW228', { key: key.value, meant, of: 'a job', isKey: false }, { span, fix });
    }
  }
}
