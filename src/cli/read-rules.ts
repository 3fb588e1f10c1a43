import type { Report } from '../diagnostics/diagnostics.js';
import { readConfiguration } from '../frontends/index.js';
import type { ConfigurationFile } from '../model/layer.js';
import type { RuleSet } from '../model/rule.js';
import { type MergedLayers, mergeLayers } from '../passes/rules/merge.js';
import { resolveRules } from '../passes/rules/resolve.js';

/** What the configuration comes to on its own, without a workflow. */
export function readRules(
  configuration: readonly ConfigurationFile[],
  report: Report,
): { readonly merged: MergedLayers; readonly rules: RuleSet } {
  const layers = configuration.flatMap((file) => readConfiguration(file, report) ?? []);
  const merged = mergeLayers(layers, report);
  return { merged, rules: resolveRules(merged, report) };
}
