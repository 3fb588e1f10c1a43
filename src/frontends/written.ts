import type { Report } from '../diagnostics/diagnostics.js';
import type { Located } from '../model/layer.js';
import type { Span } from '../model/source.js';
import type { Written, WrittenField, WrittenList, WrittenMap, WrittenScalar } from '../model/written.js';
import { mergedPairs } from '../text/yaml-access.js';
import type { YamlAlias, YamlMap, YamlNode, YamlScalar, YamlSequence } from '../text/yaml-node.js';

export type { Written, WrittenList, WrittenMap, WrittenScalar };

/** The value at a path, or the nearest one above it that was written. */
export function locate(written: Written, path: readonly PropertyKey[]): Written {
  let here = written;
  for (const step of path) {
    const next =
      here.kind === 'map'
        ? here.fields.get(String(step))?.value
        : here.kind === 'list'
          ? here.items[Number(step)]
          : undefined;
    if (!next) return here;
    here = next;
  }
  return here;
}

/** Where a key below a map was written. */
export function keySpan(written: Written, key: string): Span {
  return (written.kind === 'map' ? written.fields.get(key)?.key : undefined) ?? written.span;
}

/** A path as messages write it: `rules[0].when`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');
}

/** The mapping under a key; an empty one without one. */
export function mapAt(written: Written, key: string): WrittenMap {
  const value = written.kind === 'map' ? written.fields.get(key)?.value : undefined;
  return value?.kind === 'map' ? value : { kind: 'map', span: written.span, value: {}, fields: new Map() };
}

/** A list of texts, each with its place; a single one may be without its list. */
export function readTexts(texts: string | readonly string[], written: Written): readonly Located<string>[] {
  if (typeof texts === 'string') return [{ value: texts, span: written.span }];
  return texts.map((value, index) => ({ value, span: locate(written, [index]).span }));
}

/** Plain values with their places from a YAML tree; aliases and merge keys are resolved. `undefined` where that is refused. */
export function readWritten(file: string, node: YamlNode, report: Report): Written | undefined {
  const reading: Reader = { file, report, values: 0, alias: undefined, refused: false };
  const written = read(reading, node, 0);
  return reading.refused ? undefined : written;
}

/** Aliases make a small text mean a large value; beyond this it is no configuration. */
const maxValues = 200_000;
const maxDepth = 100;

interface Reader {
  readonly file: string;
  readonly report: Report;
  values: number;
  /** The outermost alias that is being followed. */
  alias: YamlAlias | undefined;
  refused: boolean;
}

function read(reading: Reader, node: YamlNode, depth: number): Written {
  reading.values += 1;
  const tooMuch = reading.values > maxValues || depth > maxDepth;
  if (tooMuch && !reading.refused) {
    reading.refused = true;
    reading.report('DW303', {}, { span: spanOf(reading, reading.alias ?? node) });
  }
  if (reading.refused) return { kind: 'scalar', span: spanOf(reading, node), value: null, text: '' };
  switch (node.kind) {
    case 'map':
      return readMap(reading, node, depth);
    case 'sequence':
      return readList(reading, node, depth);
    case 'scalar':
      return readScalar(reading, node);
    case 'alias':
      return readAlias(reading, node, depth);
  }
}

function readMap(reading: Reader, node: YamlMap, depth: number): WrittenMap {
  const fields = new Map<string, WrittenField>();
  const value: Record<string, unknown> = Object.create(null);
  for (const pair of mergedPairs(node)) {
    const field = { key: spanOf(reading, pair.key), value: read(reading, pair.value, depth + 1) };
    fields.set(pair.key.value, field);
    value[pair.key.value] = field.value.value;
  }
  return { kind: 'map', span: spanOf(reading, node), value, fields };
}

function readList(reading: Reader, node: YamlSequence, depth: number): WrittenList {
  const items = node.items.map((item) => read(reading, item.value, depth + 1));
  return { kind: 'list', span: spanOf(reading, node), value: items.map((item) => item.value), items };
}

function readScalar(reading: Reader, node: YamlScalar): WrittenScalar {
  return { kind: 'scalar', span: spanOf(reading, node), value: plainValue(node), text: node.value };
}

function plainValue(node: YamlScalar): string | number | boolean | null {
  switch (node.type) {
    case 'string':
      return node.value;
    case 'null':
      return null;
    case 'boolean':
      return node.value.toLowerCase() === 'true';
    case 'number':
      return numberOf(node.value.toLowerCase());
  }
}

function numberOf(text: string): number {
  if (text.endsWith('.inf')) return text.startsWith('-') ? -Infinity : Infinity;
  if (text === '.nan') return Number.NaN;
  return Number(text);
}

/** A value that came by an alias is said to be where the alias is. */
function readAlias(reading: Reader, node: YamlAlias, depth: number): Written {
  const span = spanOf(reading, node);
  if (!node.target) {
    reading.refused = true;
    reading.report('DW304', { name: node.name }, { span });
    return { kind: 'scalar', span, value: null, text: '' };
  }
  const outermost = reading.alias === undefined;
  reading.alias ??= node;
  const written = read(reading, node.target, depth + 1);
  if (outermost) reading.alias = undefined;
  return { ...written, span };
}

function spanOf(reading: Reader, node: { readonly start: number; readonly end: number }): Span {
  return { file: reading.file, start: node.start, end: node.end };
}
