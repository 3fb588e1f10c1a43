import { type Report, silent } from '../diagnostics/diagnostics.js';
import type { ConfigurationFile, Layer, Located, PackUse } from '../model/layer.js';
import { agentSettings } from './agent-settings/agent-settings.js';
import { parseConfiguration } from './configuration-text.js';
import { eventRegistry } from './event-registry/event-registry.js';
import type { Frontend } from './frontend.js';
import { lifecycle } from './lifecycle/lifecycle.js';
import { native, packsOf, readPack as readNativePack } from './native/native.js';

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

/** Reads a file that another one extends. */
export function readPack(file: ConfigurationFile, use: PackUse, report: Report): Layer | undefined {
  const reportNoPack = () => report('DW399', { pack: use.pack.value, file: file.path }, { span: use.pack.span });
  const text = parseConfiguration(file, report, reportNoPack);
  return text && readNativePack(text, use, report);
}

/** What a file extends, for those who read files; mistakes in it are reported when it is read as a whole. */
export function extendedBy(file: ConfigurationFile): readonly Located<string>[] {
  const text = file.text.includes('extends') ? parseConfiguration(file, silent) : undefined;
  return text ? packsOf(text) : [];
}
