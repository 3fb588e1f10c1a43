import { createCollector } from '../../diagnostics/diagnostics.js';
import { addFindings, type Findings } from '../../dispatch/findings.js';
import type { RegistryFiles } from '../../dispatch/order.js';
import type { SettingsFile } from '../../dispatch/settings-files.js';
import { readSettingsOf } from '../../frontends/agent-settings/issues.js';
import { parseConfiguration } from '../../frontends/configuration-text.js';
import { readWritten } from '../../frontends/written.js';
import { noPolicy } from '../../settings/policy.js';
import type { UsualTimeouts } from '../../settings/read-handler.js';
import { reportProblem } from '../../text/problems.js';
import { readConfigurationFiles } from '../config-files.js';
import { readText } from '../read-text.js';
import { readRegistry } from '../registry.js';

/** A file of settings once more, with the parser that knows places: it takes comments, and tells each mistake where it is. */
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

/** The hooks of the registry. A file with mistakes is reported with their places; the others run. */
export async function readRegistryWithPlaces(
  config: readonly string[],
  folder: string,
  findings: Findings,
): Promise<RegistryFiles> {
  const collector = createCollector();
  const search = { config, set: [], environment: process.env, folder };
  const configuration = await readConfigurationFiles(search, collector.report);
  const { hooks, switchedOff } = readRegistry(configuration, collector.report);
  addFindings(findings, collector.all(), configuration);
  return { hooks, switchedOff };
}
