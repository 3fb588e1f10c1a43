import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import { inQuotesOf } from '../../text/unwrap.js';
import { pairOf } from '../../text/yaml-access.js';
import type { PipelineDocument } from './document.js';
import { jobKeys, meantKeys } from './keys.js';

/** Reports keys of jobs that come near to one that GitLab knows: a need that nobody reads orders nothing. */
export function reportNearKeys({ jobs, pieces }: PipelineDocument, file: string, report: Report): void {
  const known = new Set(jobs.map(({ name }) => name));
  for (const { name, map } of pieces.values()) {
    if (!known.has(name) && !name.startsWith('.')) continue;
    for (const { key } of map.pairs) {
      if (jobKeys.has(key.value)) continue;
      const meant = meantKeys.get(key.value.toLowerCase()) ?? nearestName(key.value, jobKeys);
      if (meant === undefined) continue;
      const span = { file, start: key.start, end: key.end };
      const fix = pairOf(map, meant) ? undefined : [{ ...span, text: inQuotesOf(key, meant) }];
      report('DW228', { key: key.value, meant, of: 'a job', isKey: false }, { span, fix });
    }
  }
}
