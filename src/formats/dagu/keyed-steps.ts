import type { Report } from '../../diagnostics/diagnostics.js';
import type { TextEdit } from '../../model/source.js';
import { inQuotesOf, unwrap, type WrittenPair } from '../../text/unwrap.js';
import { resolved } from '../../text/yaml-access.js';
import type { YamlMap, YamlPair, YamlScalar } from '../../text/yaml-node.js';
import type { Dialect } from './dialect.js';
import type { DaguDocument } from './document.js';
import { fieldOf } from './fields.js';
import { isRead, meantBy } from './meant-keys.js';
import type { DaguStep } from './step-keys.js';

/**
 * Reports steps of a list that are written under their names, as other tools have them: `- build: {command: make}`, or with the fields beside
 * an empty `build:`. The engine knows no such key and refuses the file.
 */
export function reportKeyedSteps({ steps, file }: DaguDocument, text: string, dialect: Dialect, report: Report): void {
  if (steps.shape !== 'sequence') return;
  for (const step of steps.steps) {
    const found = nameKeyOf(step, dialect);
    if (!found) continue;
    const { key } = found;
    const span = { file, start: key.start, end: key.end };
    const fix = step.node.kind === 'map' ? fixOf({ path: file, text }, step.node, found) : undefined;
    const fields = fieldsOf(found, step.map!);
    report('DW240', { key: key.value, fields, isFixed: fix !== undefined }, { span, fix });
  }
}

/** The pair whose key is not one of a step, but its name. */
function nameKeyOf({ map, keys }: DaguStep, dialect: Dialect): YamlPair | undefined {
  if (keys.name >= 0 || keys.id >= 0) return undefined;
  const first = map?.pairs[0];
  if (!first || isRead(first.key.value, 'step', dialect)) return undefined;
  const value = resolved(first.value);
  if (value?.kind === 'map') {
    const isStep = value.pairs.some(({ key }) => isRead(key.value, 'step', dialect));
    return isStep && (map.pairs.length === 1 || meantBy(first, map, 'step', dialect, noNames) === undefined)
      ? first
      : undefined;
  }
  if (value?.kind !== 'scalar' || meantBy(first, map, 'step', dialect, noNames) !== undefined) return undefined;
  // Whatever it waits for, which hooks may change. A key that is missing is reported as such.
  const isAlone = map.pairs.every((_, at) => at === 0 || at === keys.depends);
  if (isAlone) return first.key.start === first.key.end ? undefined : first;
  // Also where no other key is one of a step: `depends`, which hooks may add, would be the first.
  return value.type === 'null' ? first : undefined;
}

/** Where the fields of the step are; `inside` is below a key that is not its name. */
function fieldsOf({ value: written }: YamlPair, { pairs }: YamlMap): 'inside' | 'below' | 'beside' | 'none' {
  const value = resolved(written);
  if (value?.kind === 'map') return fieldOf(value, 'name') ? 'inside' : 'below';
  return pairs.length > 1 ? 'beside' : 'none';
}

const noNames: ReadonlySet<string> = new Set();

function fixOf(
  source: { readonly path: string; readonly text: string },
  map: YamlMap,
  pair: YamlPair,
): readonly TextEdit[] | undefined {
  if (!/^[A-Za-z]/.test(pair.key.value) || pair.key.type !== 'string') return undefined;
  const name = nameAsValue(source.text, pair.key);
  if (pair.value.kind === 'map') return unwrap(source, map, pair, fieldsOf(pair, map) === 'inside' ? undefined : name);
  // A name alone is no step either.
  if (map.pairs.length === 1) return undefined;
  if (pair.value.kind !== 'scalar' || pair.value.type !== 'null' || pair.value.anchor !== undefined) return undefined;
  return [{ file: source.path, start: pair.start, end: pair.value.end, text: name.text }];
}

function nameAsValue(text: string, key: YamlScalar): WrittenPair {
  return { key: 'name', value: key.value, text: `${inQuotesOf(key, 'name')}: ${text.slice(key.start, key.end)}` };
}
