import type { PrintedItem, PrintedMap, PrintedValue } from './print-yaml.js';
import { resolved } from './yaml-access.js';
import type { YamlMap, YamlNode } from './yaml-node.js';

/** A value without its style, to be printed again; what is null is left out. */
export function printedMap({ pairs }: Pick<YamlMap, 'pairs'>): PrintedMap {
  return {
    fields: pairs.flatMap(({ key, value }) => {
      const printed = printedValue(value);
      return printed === undefined ? [] : [{ key: key.value, value: printed }];
    }),
  };
}

function printedValue(node: YamlNode): PrintedValue | undefined {
  const found = resolved(node);
  if (!found) return undefined;
  if (found.kind === 'map') return printedMap(found);
  if (found.kind === 'sequence') return found.items.flatMap(({ value }) => printedItem(value) ?? []);
  if (found.type === 'null') return undefined;
  return found.type === 'boolean' ? found.value === 'true' : found.value;
}

/** The same for what is in a list. */
export function printedItem(node: YamlNode): PrintedItem | undefined {
  const value = printedValue(node);
  if (typeof value !== 'object' || value === undefined) return value === undefined ? undefined : String(value);
  return 'tag' in value ? undefined : value;
}
