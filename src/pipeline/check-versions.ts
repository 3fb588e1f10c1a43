import type { Report } from '../diagnostics/diagnostics.js';
import type { ReadOptions } from './read-workflows.js';

/** Reports versions that no engine has, where there is no workflow to show which engine is meant. */
export function checkVersions(reading: ReadOptions, report: Report): void {
  const { formats, format } = reading;
  for (const one of formats) if (format === undefined || format === one.name) one.checkVersions?.(reading, report);
}
