import { ofRules, type Report } from '../diagnostics/diagnostics.js';
import type { Frontend } from '../frontends/frontend.js';
import { readConfiguration } from '../frontends/index.js';
import type { ConfigurationFile } from '../model/layer.js';
import type { RuleSet } from '../model/rule.js';
import { type MergedLayers, mergeLayers } from '../passes/rules/merge.js';
import { resolveRules } from '../passes/rules/resolve.js';
import { expandPacks } from './packs.js';

interface Configured {
  readonly configuration: readonly ConfigurationFile[];
  readonly options?: { readonly frontends?: readonly Frontend[] | undefined } | undefined;
}

/** What the configuration comes to on its own, without a workflow. */
export function readRules(
  { configuration, options }: Configured,
  report: Report,
): { readonly merged: MergedLayers; readonly rules: RuleSet } {
  const inRules = ofRules(report);
  const read = configuration.flatMap((file) => {
    const layer = file.isPack ? undefined : readConfiguration(file, inRules, options?.frontends);
    return layer ? [{ file, layer }] : [];
  });
  const merged = mergeLayers(expandPacks(read, configuration, inRules), inRules);
  return { merged, rules: resolveRules(merged, inRules) };
}
