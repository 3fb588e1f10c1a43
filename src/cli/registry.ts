import { type Report, silent } from '../diagnostics/diagnostics.js';
import { isRegistryFile, readHookFile } from '../frontends/event-registry/event-registry.js';
import { readConfiguration } from '../frontends/index.js';
import type { ConfigurationFile } from '../model/layer.js';
import type { RegistryHook } from '../model/registry.js';
import { mergeLayers } from '../passes/rules/merge.js';

/** The hooks of the event registry among all that is configured. */
export interface Registry {
  /** In the order of their files, the disabled ones included. */
  readonly hooks: readonly RegistryHook[];
  /** There are files, whatever is in them. */
  readonly found: boolean;
  /** Somebody says `hooks.enabled: false`. */
  readonly switchedOff: boolean;
}

export function readRegistry(configuration: readonly ConfigurationFile[], report: Report): Registry {
  const files = configuration.filter((file) => !file.isPack && isRegistryFile(file));
  const hooks = files.flatMap((file) => readHookFile(file, report) ?? []);
  reportRepeats(hooks, report);
  return { hooks, found: files.length > 0, switchedOff: isSwitchedOff(configuration) };
}

function reportRepeats(hooks: readonly RegistryHook[], report: Report): void {
  const first = new Map<string, RegistryHook['id']>();
  for (const { id } of hooks) {
    const before = first.get(id.value);
    if (before)
      report('DW327', { id: id.value }, { span: id.span, related: { message: 'the first one', span: before.span } });
    else first.set(id.value, id);
  }
}

/** Mistakes in other files do not concern the registry. */
function isSwitchedOff(configuration: readonly ConfigurationFile[]): boolean {
  const layers = configuration.flatMap((file) => (file.isPack ? undefined : readConfiguration(file, silent)) ?? []);
  return mergeLayers(layers, silent).settings.enabled?.value === false;
}
