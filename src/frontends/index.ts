import type { Report } from '../diagnostics/diagnostics.js';
import type { ConfigurationFile, Layer } from '../model/layer.js';
import { agentSettings } from './agent-settings/agent-settings.js';
import { parseConfiguration } from './configuration-text.js';
import { eventRegistry } from './event-registry/event-registry.js';
import type { Frontend } from './frontend.js';
import { lifecycle } from './lifecycle/lifecycle.js';
import { native } from './native/native.js';

/** Asked in this order; the last one takes what no other knows as its own. @internal */
export const frontends: readonly Frontend[] = [lifecycle, eventRegistry, agentSettings, native];

/**
 * Reads one configuration file. `undefined` where it holds nothing, or where its mistakes were reported.
 * @param known the ways of writing to choose from
 */
export function readConfiguration(
  file: ConfigurationFile,
  report: Report,
  known: readonly Frontend[] = frontends,
): Layer | undefined {
  const text = parseConfiguration(file, report, () => {
    for (const { empty } of known) empty?.(file, report);
  });
  if (!text) return undefined;
  return known.find((frontend) => frontend.accepts(text))?.read(text, report);
}
