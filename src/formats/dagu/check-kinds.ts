import type { Report } from '../../diagnostics/diagnostics.js';
import { trimSpace } from '../../text/trim-space.js';
import { asMap, resolved } from '../../text/yaml-access.js';
import type { YamlMap, YamlPair } from '../../text/yaml-node.js';
import type { Dialect } from './dialect.js';
import type { DaguDocument } from './document.js';
import { type Field, fieldIn, type Level, neededIn } from './field-table.js';
import { fieldValue, textOf } from './fields.js';
import { kindFault, wordsFor } from './kind-faults.js';
import { mapsOf } from './loop-steps.js';

/** Reports values of another kind than the engine takes there, such as `command: true` or `timeoutSec: 5m`: it refuses a file with one. */
export function checkKinds({ root, steps, file }: DaguDocument, text: string, dialect: Dialect, report: Report): void {
  // Aliases can make one mapping a part of itself, or of many.
  const reached = new Set<YamlMap>();

  const look = (map: YamlMap, place: Place) => {
    if (reached.has(map)) return;
    reached.add(map);
    for (const pair of map.pairs) {
      const field = fieldIn(place.level, pair.key.value, dialect);
      if (!field) continue;
      lookAt(pair, field, place);
      if (field.inner) lookInto(pair, field.inner, place);
    }
  };

  const lookAt = ({ key, value }: YamlPair, { kinds }: Field, place: Place) => {
    const isName = place.of !== 'handler' && place.path.length === 0 && key.value === 'name';
    // What is no scalar there is reported where steps are read.
    if (isName && place.of === 'step' && value.kind !== 'scalar') return;
    const fault = kindFault(value, kinds, text);
    if (!fault) return;
    const { node, why, instead, mended } = wordsFor(fault, [...place.path, key.value].join('.'));
    const span = { file, start: node.start, end: node.end };
    const args = { of: place.of, called: isName ? undefined : place.called, why, instead };
    report('DW279', args, { span, fix: mended === undefined ? undefined : [{ ...span, text: mended }] });
  };

  const lookInto = ({ key, value }: YamlPair, level: Level, place: Place) => {
    const node = resolved(value);
    if (node?.kind === 'map') {
      const inner = innerPlace(place, level, key.value, node);
      look(node, inner);
      // What is spelled in another way, or comes from elsewhere, is not missed.
      const isPlain = node.pairs.every((pair) => fieldIn(level, pair.key.value, dialect));
      const missing = isPlain && neededIn(level, dialect).find((one) => fieldValue(node, one) === undefined);
      if (!missing) return;
      const why = `has \`${inner.path.join('.')}\` without \`${missing}\``;
      const instead = `Write \`${missing}\` there as well, with a whole number.`;
      const span = { file, start: key.start, end: key.end };
      report('DW279', { of: place.of, called: place.called, why, instead }, { span });
    }
    // What an alias means is looked at where it is written.
    if (value.kind !== 'sequence') return;
    for (const item of value.items) {
      const map = asMap(item.value);
      if (map) look(map, innerPlace(place, level, key.value, map));
    }
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
}

function innerPlace(place: Place, level: Level, key: string, map: YamlMap): Place {
  if (level !== 'step') return { ...place, level, path: [...place.path, key] };
  return place.level === 'handlers'
    ? { level, of: 'handler', called: key, path: [] }
    : { level, of: 'step', called: calledIn(map), path: [] };
}

function calledIn(map: YamlMap): string | undefined {
  return trimSpace(textOf(map, 'name') ?? textOf(map, 'id') ?? '') || undefined;
}
