import type { Field, PrintedValue } from '../../text/print-yaml.js';
import type { YamlMap, YamlNode, YamlPair } from '../../text/yaml-node.js';

/**
 * A text that is equal for two nodes where they mean the same, whatever their style and the order of their keys. An alias
 * counts as its name: what it means has a print of its own, and following aliases could take forever.
 */
export function fingerprint(value: YamlNode): string {
  if (value.kind === 'alias') return `*${value.name}`;
  if (value.kind === 'scalar') return value.type === 'null' ? 'null' : JSON.stringify(value.value);
  if (value.kind === 'sequence') return `[${value.items.map((item) => fingerprint(item.value)).join(',')}]`;
  return `{${pairsPrint(value, () => true)}}`;
}

/** The same for a mapping, without the fields whose keys `isLeft` names. */
export function fingerprintWithout(map: YamlMap, isLeft: (key: string) => boolean): string {
  return `{${pairsPrint(map, (key) => !isLeft(key))}}`;
}

/** The same for a mapping in which the value of one key has another print. */
export function fingerprintWith(map: YamlMap, { key }: YamlPair, print: string): string {
  const others = map.pairs.filter((pair) => pair.key !== key);
  const prints = [
    ...others.map((pair) => pairPrint(pair.key.value, fingerprint(pair.value))),
    pairPrint(key.value, print),
  ];
  return `{${prints.sort().join(',')}}`;
}

function pairsPrint(map: YamlMap, counts: (key: string) => boolean): string {
  const prints: string[] = [];
  for (const { key, value } of map.pairs) {
    if (counts(key.value)) prints.push(pairPrint(key.value, fingerprint(value)));
  }
  return prints.sort().join(',');
}

function pairPrint(key: string, value: string): string {
  return `${JSON.stringify(key)}:${value}`;
}

/** What `fingerprint` gives for printed fields once they are read back. */
export function printedFingerprint(fields: readonly Field[]): string {
  const prints = fields.map(({ key, value }) => pairPrint(key, valuePrint(value)));
  return `{${prints.sort().join(',')}}`;
}

function valuePrint(value: PrintedValue): string {
  if (typeof value !== 'object') return JSON.stringify(String(value));
  return 'fields' in value ? printedFingerprint(value.fields) : `[${value.map(valuePrint).join(',')}]`;
}
