import type { Field, PrintedValue } from '../../text/print-yaml.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { isKey } from './fields.js';

/**
 * A text that is equal for two nodes where they mean the same, whatever their style and the order of their keys. An alias
 * counts as its name: what it stands for has a print of its own, and following aliases could take forever.
 */
export function fingerprint(value: YamlNode): string {
  if (value.kind === 'alias') return `*${value.name}`;
  if (value.kind === 'scalar') return value.type === 'null' ? 'null' : JSON.stringify(value.value);
  if (value.kind === 'sequence') return `[${value.items.map((item) => fingerprint(item.value)).join(',')}]`;
  return `{${pairsPrint(value, () => true)}}`;
}

/** The same for a mapping, without the fields in `left`. */
export function fingerprintWithout(map: YamlMap, left: readonly string[]): string {
  return `{${pairsPrint(map, (key) => !left.some((name) => isKey(key, name)))}}`;
}

function pairsPrint(map: YamlMap, counts: (key: string) => boolean): string {
  return joined(
    map.pairs.filter((pair) => counts(pair.key.value)).map((pair) => [pair.key.value, fingerprint(pair.value)]),
  );
}

function joined(pairs: readonly (readonly [key: string, print: string])[]): string {
  return pairs
    .map(([key, print]) => `${JSON.stringify(key)}:${print}`)
    .sort()
    .join(',');
}

/** What `fingerprint` gives for printed fields once they are read back. */
export function printedFingerprint(fields: readonly Field[]): string {
  return `{${joined(fields.map(({ key, value }) => [key, valuePrint(value)]))}}`;
}

function valuePrint(value: PrintedValue): string {
  if (typeof value !== 'object') return JSON.stringify(String(value));
  return 'fields' in value
    ? printedFingerprint(value.fields)
    : `[${value.map((item) => JSON.stringify(item)).join(',')}]`;
}
