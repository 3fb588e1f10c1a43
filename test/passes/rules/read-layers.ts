import { createCollector } from '../../../src/diagnostics/diagnostics.js';
import { readConfiguration } from '../../../src/frontends/index.js';
import type { LayerName } from '../../../src/model/layer.js';
import { mergeLayers } from '../../../src/passes/rules/merge.js';
import { resolveRules } from '../../../src/passes/rules/resolve.js';

export interface WrittenLayer {
  readonly layer: LayerName;
  readonly path?: string;
  /** The `hooks` section as a plain value. */
  readonly hooks: unknown;
}

/** Reads, merges and resolves layers that are given as values. */
export function readLayers(layers: readonly WrittenLayer[]) {
  const collector = createCollector();
  const read = layers.flatMap(({ layer, path, hooks }) => {
    const file = { layer, path: path ?? `${layer}.json`, text: JSON.stringify({ hooks }) };
    return readConfiguration(file, collector.report) ?? [];
  });
  const merged = mergeLayers(read, collector.report);
  return { merged, rules: resolveRules(merged, collector.report), diagnostics: collector.all() };
}

export function codesOf({ diagnostics }: ReturnType<typeof readLayers>): readonly string[] {
  return diagnostics.map((one) => one.code);
}
