import { createCollector } from '../../diagnostics/diagnostics.js';
import type { SettingsFile } from '../../events/settings-files.js';
import { readSettingsOf } from '../../frontends/agent-settings/issues.js';
import { parseConfiguration } from '../../frontends/configuration-text.js';
import { readWritten } from '../../frontends/written.js';
import type { UsualTimeouts } from '../../settings/read-handler.js';
import { noPolicy } from '../../settings/read-settings.js';
import { reportProblem } from '../../text/problems.js';
import { readText } from '../read-text.js';
import { addFindings, type Findings } from './problem.js';

/** A file of settings once more, with the parser that knows places: it takes comments, and tells each mistake where it stands. */
export async function readSettingsWithPlaces(
  file: SettingsFile,
  timeouts: UsualTimeouts,
  findings: Findings,
): Promise<SettingsFile> {
  const collector = createCollector();
  const text = await readText(file.path, collector.report);
  const source = { path: file.shown, text: text ?? '', layer: 'project' } as const;
  const parsed = text === undefined ? undefined : parseConfiguration(source, collector.report);
  const written = parsed && readWritten(source.path, parsed.root, collector.report);
  for (const problem of parsed?.problems ?? []) reportProblem(source.path, problem, collector.report);
  const read = written && readSettingsOf(written, file.path, { timeouts, managed: file.managed }, collector.report);
  addFindings(findings, collector.all(), [source]);
  return {
    ...file,
    hooks: read?.hooks ?? [],
    disabled: read?.disabled,
    env: read?.env ?? new Map(),
    policy: read?.policy ?? noPolicy,
    faulty: collector.hasErrors(),
  };
}
