import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import { inQuotesOf } from '../../text/unwrap.js';
import { asMap, pairOf } from '../../text/yaml-access.js';
import type { PipelineDocument } from './document.js';
import { jobKeys, meantKeys, meantRootKeys, rootKeys } from './keys.js';

/** The key of a job that a written one was to be; `undefined` where it is one, or is like none. */
export function meantBy(written: string): string | undefined {
  if (jobKeys.has(written)) return undefined;
  return meantKeys.get(written.toLowerCase()) ?? nearestName(written, jobKeys);
}

/** Reports keys of jobs that come near to one that GitLab knows: a need that nobody reads orders nothing. */
export function reportNearKeys({ root, jobs, pieces }: PipelineDocument, file: string, report: Report): void {
  for (const { key, value } of root.pairs) {
    // Jobs are mappings, and what is hidden may be anything.
    const isOther = rootKeys.has(key.value) || key.value.startsWith('.') || asMap(value);
    const meant = isOther ? undefined : (meantRootKeys.get(key.value) ?? nearestName(key.value, rootKeys));
    if (meant === undefined) continue;
    const span = { file, start: key.start, end: key.end };
    const fix = pairOf(root, meant) ? undefined : [{ ...span, text: inQuotesOf(key, meant) }];
    report('DW228', { key: key.value, meant, of: 'a pipeline', isKey: false }, { span, fix });
  }
  const known = new Set(jobs.map(({ name }) => name));
  for (const { name, map } of pieces.values()) {
    if (!known.has(name) && !name.startsWith('.')) continue;
    for (const { key } of map.pairs) {
      if (jobKeys.has(key.value)) continue;
      const meant = meantBy(key.value);
      if (meant === undefined) continue;
      const span = { file, start: key.start, end: key.end };
      const fix = pairOf(map, meant) ? undefined : [{ ...span, text: inQuotesOf(key, meant) }];
      report('DW228', { key: key.value, meant, of: 'a job', isKey: false }, { span, fix });
    }
  }
}
