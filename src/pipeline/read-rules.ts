import { ofRules, type Report } from '../diagnostics/diagnostics.js';
import type { Frontend } from '../frontends/frontend.js';
import { readConfiguration } from '../frontends/index.js';
import type { ConfigurationFile, Layer } from '../model/layer.js';
import type { RuleSet } from '../model/rule.js';
import { type MergedLayers, mergeLayers } from '../passes/rules/merge.js';
import { type GivenOptions, reportOptions } from '../passes/rules/policy-options.js';
import { resolveRules } from '../passes/rules/resolve.js';
import { expandPacks } from './packs.js';

export interface Configured {
  readonly configuration: readonly ConfigurationFile[];
  readonly options?: (GivenOptions & { readonly frontends?: readonly Frontend[] | undefined }) | undefined;
}

/** What the configuration comes to on its own, without a workflow. */
export function readRules(
  { configuration, options }: Configured,
  report: Report,
): { readonly merged: MergedLayers; readonly rules: RuleSet } {
  const inRules = ofRules(report);
  const read = configuration.flatMap((file) => {
    const layer = file.isPack ? undefined : readLayer(file, options?.frontends, inRules);
    return layer ? [{ file, layer }] : [];
  });
  const merged = mergeLayers(expandPacks(read, configuration, inRules), inRules);
  if (merged.policy) reportOptions(merged.policy, options ?? {}, inRules);
  return { merged, rules: resolveRules(merged, inRules) };
}

/** A policy with nothing in it is a mistake, and so is a named file: somebody believes that something is in force. */
function readLayer(
  file: ConfigurationFile,
  frontends: readonly Frontend[] | undefined,
  report: Report,
): Layer | undefined {
  let isFaulty = false;
  const noting: Report = (...reported) => {
    isFaulty = true;
    report(...reported);
  };
  const layer = readConfiguration(file, noting, frontends);
  const isEmpty =
    !layer || (layer.rules.length === 0 && !layer.deny?.length && !layer.uses?.length && !layer.faulty.rules);
  if (file.layer === 'policy' && isEmpty && !statesSettings(layer))
    report('DW358', { path: file.path }, { span: { file: file.path, start: 0, end: 0 } });
  else if (file.isNamed && !layer && !isFaulty)
    report('DW374', { path: file.path }, { span: { file: file.path, start: 0, end: 0 } });
  return layer;
}

/** Several files may be one policy, one of them with its limits or steps alone. */
function statesSettings(layer: Layer | undefined): boolean {
  if (!layer) return false;
  const { vars, context, engines, models, enabled: _, disableGlobalHooks: __, ...settings } = layer.settings;
  const stated = Object.values(settings).some((value) => value !== undefined);
  const named = [vars, context, engines, models, layer.definitions, layer.faulty.steps];
  return stated || named.some(({ size }) => size > 0);
}
