import type { Report } from '../../diagnostics/diagnostics.js';
import { trimSpace } from '../../text/trim-space.js';
import { asMap, resolved } from '../../text/yaml-access.js';
import type { YamlMap, YamlPair } from '../../text/yaml-node.js';
import type { Dialect } from './dialect.js';
import type { DaguDocument } from './document.js';
import { type Field, fieldIn, isOfItems, type Level } from './field-table.js';
import { fieldOf, textOf } from './fields.js';
import { kindFault, wordsFor } from './kind-faults.js';
import { mapsOf } from './loop-steps.js';
import { bothIn, missingIn, nameOfItems, readFields } from './needed-fields.js';
import { unknownKey } from './unknown-keys.js';

/** Reports values of another kind than the engine takes there, such as `command: true` or `timeoutSec: 5m`: it refuses a file with one. */
export function checkKinds({ root, steps, file }: DaguDocument, text: string, dialect: Dialect, report: Report): void {
  // Aliases can make one mapping a part of itself, or of many.
  const reached = new Set<YamlMap>();

  const look = (map: YamlMap, place: Place) => {
    if (reached.has(map)) return;
    reached.add(map);
    for (const pair of map.pairs) {
      const field = fieldIn(place.level, pair.key.value, dialect);
      if (!field) {
        lookAtUnknown(pair, map, place);
        continue;
      }
      const isRefused = lookAt(pair, field, place);
      if (field.inner && !isRefused) lookInto(pair, field.inner, place);
    }
    // Handlers are asked for less.
    if (place.of !== 'handler' || place.level !== 'step') lookForMissing(map, place);
    lookForBoth(map, place);
  };

  const lookAtUnknown = (pair: YamlPair, map: YamlMap, { level, of, called, path }: Place) => {
    const meant = unknownKey(pair, map, level, dialect);
    if (!meant) return;
    const span = { file, start: pair.key.start, end: pair.key.end };
    const why = `has \`${[...path, pair.key.value].join('.')}\`, which is no key there`;
    report(
      'DW279',
      { of, called, why, instead: meant.instead },
      { span, fix: meant.fix === undefined ? undefined : [{ ...span, text: meant.fix }] },
    );
  };

  /** What is spelled in another way, or comes from elsewhere, is not missed. */
  const lookForMissing = (map: YamlMap, { level, of, called, path, key }: Place) => {
    const missing = missingIn(level, readFields(map), dialect);
    if (!missing) return;
    const isPlain = map.pairs.every(({ key: { value } }) =>
      level === 'step' ? value !== '<<' : fieldIn(level, value, dialect),
    );
    if (!isPlain) return;
    const names = missing.anyOf.map((one) => `\`${one}\``).join(' or ');
    const at = (missing.askedBy === undefined ? undefined : fieldOf(map, missing.askedBy)?.key) ?? key ?? map;
    const asking = [...path, ...(missing.askedBy ? [missing.askedBy] : [])].join('.');
    const saying = missing.saying === undefined ? '' : `: ${missing.saying}`;
    const why = `has \`${asking}${saying}\` without ${names}`;
    const instead = `Write ${names} ${level === 'step' ? 'in the step' : 'there'} as well${missing.as ? `, ${missing.as}` : ''}.`;
    report('DW279', { of, called, why, instead }, { span: { file, start: at.start, end: at.end } });
  };

  const lookForBoth = (map: YamlMap, { level, of, called, path }: Place) => {
    const both = bothIn(level, readFields(map));
    if (!both) return;
    const [first, second] = both.map((key) => [...path, key].join('.'));
    const { start, end } = fieldOf(map, both[1])!.key;
    const why = `has \`${second}\` beside \`${first}\``;
    report('DW279', { of, called, why, instead: 'Write one of the two.' }, { span: { file, start, end } });
  };

  const lookForRepeated = (list: readonly YamlMap[], level: Level, { of, called, path }: Place, field: string) => {
    const key = nameOfItems(level);
    if (key === undefined) return;
    const seen = new Set<string>();
    for (const map of list) {
      const name = textOf(map, key);
      if (name === undefined) continue;
      if (seen.has(name)) {
        const { start, end } = fieldOf(map, key)!.value;
        const why = `has \`${[...path, field, key].join('.')}: ${name}\` twice`;
        report(
          'DW279',
          { of, called, why, instead: 'Remove one of them, or rename it.' },
          { span: { file, start, end } },
        );
      }
      seen.add(name);
    }
  };

  /** Is the value refused as a whole? */
  const lookAt = ({ key, value }: YamlPair, { kinds }: Field, place: Place): boolean => {
    const isName = place.of !== 'handler' && place.path.length === 0 && key.value === 'name';
    // What is no scalar there is reported where steps are read.
    if (isName && place.of === 'step' && value.kind !== 'scalar') return true;
    const fault = kindFault(value, kinds, text);
    if (!fault) return false;
    const { node, why, instead, mended } = wordsFor(fault, [...place.path, key.value].join('.'));
    const span = { file, start: node.start, end: node.end };
    const args = { of: place.of, called: isName ? undefined : place.called, why, instead };
    report('DW279', args, { span, fix: mended === undefined ? undefined : [{ ...span, text: mended }] });
    return node === value;
  };

  const lookInto = ({ key, value }: YamlPair, level: Level, place: Place) => {
    const node = resolved(value);
    if (node?.kind === 'map') look(node, innerPlace(place, level, key, node));
    // What an alias means is looked at where it is written.
    if (value.kind !== 'sequence' || !isOfItems(level)) return;
    const maps = value.items.flatMap((item) => asMap(item.value) ?? []);
    for (const map of maps) look(map, innerPlace(place, level, key, map));
    lookForRepeated(maps, level, place, key.value);
  };

  look(root, { level: 'document', of: 'DAG', called: calledIn(root), path: [] });
  for (const map of mapsOf(steps)) look(map, { level: 'step', of: 'step', called: calledIn(map), path: [] });
}

interface Place {
  readonly level: Level;
  readonly of: 'DAG' | 'step' | 'handler';
  readonly called: string | undefined;
  /** The keys from what it is of to the mapping. */
  readonly path: readonly string[];
  /** The last of them. */
  readonly key?: YamlPair['key'];
}

function innerPlace(place: Place, level: Level, key: YamlPair['key'], map: YamlMap): Place {
  if (level !== 'step') return { ...place, level, path: [...place.path, key.value], key };
  return place.level === 'handlers'
    ? { level, of: 'handler', called: key.value, path: [] }
    : { level, of: 'step', called: calledIn(map), path: [] };
}

function calledIn(map: YamlMap): string | undefined {
  return trimSpace(textOf(map, 'name') ?? textOf(map, 'id') ?? '') || undefined;
}
