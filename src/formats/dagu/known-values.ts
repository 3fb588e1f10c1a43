import { resolved, textOf as textOfNode } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { type DaguDocument, layersOf } from './document.js';
import { fieldValue, mapOf, readValue, textOf, withMerged } from './fields.js';
import type { Filling } from './filled-in.js';
import { isObject, readJson, textOfJson } from './json-values.js';
import type { Known, More, Names } from './known-names.js';
import { valueAt } from './step-keys.js';
import { allDefaults } from './surroundings.js';

/** What a document says about the names that the engine fills in, apart from its steps. */
export function knownIn(document: DaguDocument, engines: Known['engines']): Known {
  const { steps } = document;
  const room = { left: mostPairs };
  const layers = layersOf(document);
  const variables = [...layers, ...allDefaults(document)].flatMap((map) => pairsIn(fieldValue(map, 'env'), room));
  const allOf = (read: (root: YamlMap) => Names): Names => new Map(layers.flatMap((root) => [...read(root)]));
  const late = steps.steps.flatMap((step) => {
    const output = step.keys.output < 0 ? undefined : valueAt(step, step.keys.output);
    return textOfNode(output) ?? (output?.kind === 'map' ? (textOf(output, 'name') ?? []) : []);
  });
  return {
    engines,
    params: allOf((root) => parametersOf(fieldValue(root, 'params'), room)),
    env: collected(variables),
    own: new Map(),
    paths: allOf((root) => namesUnder('consts', pairsIn(fieldValue(root, 'consts'), room))),
    late: new Set(late),
    unreadParams: layers.some(hasSchemaFile) ? 'its parameters are in a schema that is not read' : undefined,
    unsure: tooMany(room),
    room: Math.max(leastRoom, Math.min(mostRoom, roomOfAll / steps.steps.length)),
  };
}

/** Names and defaults of parameters may be in a file. */
function hasSchemaFile(root: YamlMap): boolean {
  const params = mapOf(fieldValue(root, 'params'));
  return params !== undefined && textOf(params, 'schema') !== undefined;
}

/** So many pairs more are looked at: aliases can make a small text mean many. */
export interface Room {
  left: number;
}

export const mostPairs = 20_000;

export function tooMany({ left }: Room): string | undefined {
  return left < 0 ? 'the engine fills in more names than are looked at' : undefined;
}

const leastRoom = 2000;
const mostRoom = 20_000;
const roomOfAll = 20_000_000;

/** What a mapping sets for what is in it: a step, and a body that is run for each of some items. */
export function knownInStep(map: YamlMap, around: Filling): More {
  const name = textOf(map, 'name') ?? textOf(map, 'id');
  const body = mapOf(fieldValue(map, 'foreach'));
  const step = name === undefined ? undefined : knownByName(name);
  const room = { left: mostPairs };
  const own = new Map([...environmentOf(map, room), ...(step?.own ?? noNames)]);
  const items = body ? itemsOf(body, around) : noNames;
  const paths = new Map([...(step?.paths ?? noNames), ...(items ?? noNames)]);
  return { own, paths, unsure: items ? tooMany(room) : 'it has too many items' };
}

/** A step by a name that is not in its mapping. */
export function knownByName(name: string): More {
  return { own: new Map([['DAG_RUN_STEP_NAME', [name]]]), paths: new Map([['step.name', [name]]]) };
}

/** The variables that a mapping sets, each with all of its values: a list may name one twice. */
function environmentOf(map: YamlMap, room: Room): Names {
  const env = fieldValue(map, 'env');
  return env ? collected(pairsIn(env, room)) : noNames;
}

/** The variables that the value of `env` or of `params` sets: a parameter is a variable as well. */
export function variablesIn(key: 'env' | 'params', value: YamlNode): Names {
  const room = { left: mostPairs };
  return key === 'env' ? collected(pairsIn(value, room)) : parametersOf(value, room);
}

const noNames: Names = new Map();

type Pair = readonly [string, string];

function collected(pairs: readonly Pair[]): Names {
  const names = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const values = names.get(name);
    if (values) values.push(value);
    else names.set(name, [value]);
  }
  return names;
}

/** A mapping, or a list of mappings and of `KEY=value`. */
function pairsIn(value: YamlNode | undefined, room: Room): readonly Pair[] {
  const node = value && resolved(value);
  room.left -= 1;
  if (!node || room.left < 0) return [];
  if (node.kind === 'map') {
    const { pairs } = withMerged(node);
    room.left -= pairs.length;
    return pairs.map(({ key, value: own }) => [key.value, textOfNode(own) ?? '']);
  }
  if (node.kind === 'sequence') return node.items.flatMap((item) => pairsIn(item.value, room));
  const [, name, text] = /^([^=]+)=([\s\S]*)$/.exec(node.value) ?? [];
  return name === undefined ? [] : [[name.trim(), text!]];
}

function namesUnder(space: string, pairs: readonly Pair[]): Names {
  return new Map([...collected(pairs)].map(([name, values]) => [`${space}.${name}`, values]));
}

/** By name, or by its number where it has none. @param params the value of `params` of a DAG or of a call */
export function parametersOf(params: YamlNode | undefined, room: Room): Names {
  const pairs = params ? parameterPairs(params, room) : [];
  return collected(pairs.map(([name, value], index) => [name ?? String(index + 1), value]));
}

type Parameter = readonly [name: string | undefined, value: string];

function parameterPairs(params: YamlNode, room: Room): readonly Parameter[] {
  const node = readValue(params);
  room.left -= node?.kind === 'map' ? node.pairs.length : 1;
  if (room.left < 0) return [];
  if (node?.kind === 'sequence') return node.items.flatMap(({ value }) => listedParameters(value, room));
  if (node?.kind !== 'map') return textParameters(textOfNode(node) ?? '', room);
  const properties = mapOf(fieldValue(node, 'properties'));
  if (properties) return parameterPairs(properties, room);
  const schema = fieldValue(node, 'schema');
  const inSchema = schema?.kind === 'map' ? fieldValue(schema, 'properties') : undefined;
  const values = schema && mapOf(fieldValue(node, 'values'));
  if (inSchema || values) return [inSchema, values].flatMap((one) => (one ? parameterPairs(one, room) : []));
  return node.pairs.map(({ key, value }): Parameter => {
    const inner = mapOf(value);
    return [key.value, inner ? defaultOf(inner) : (textOfNode(value) ?? '')];
  });
}

/** With a name, an entry of a list is a definition; with other keys than those of one, 1.x takes each key for a parameter. */
function listedParameters(entry: YamlNode, room: Room): readonly Parameter[] {
  const map = mapOf(entry);
  const name = map && textOf(map, 'name');
  if (name === undefined || map!.pairs.length < 2) return parameterPairs(entry, room);
  const isDefinition = map!.pairs.every(({ key }) => ofDefinition.has(key.value));
  const evaluated = textOf(map!, 'eval');
  const defined: readonly Parameter[] = [[name, defaultOf(map!)], ...(evaluated ? [[name, evaluated] as const] : [])];
  return [...defined, ...(isDefinition ? [] : parameterPairs(entry, room))];
}

const ofDefinition: ReadonlySet<string> = new Set(
  'name default eval type description required enum minimum maximum min_length max_length pattern'.split(' '),
);

function defaultOf(map: YamlMap): string {
  return textOf(map, 'default') ?? '';
}

function textParameters(text: string, room: Room): readonly Parameter[] {
  const json = /^\s*[[{]/.test(text) ? readJson(text) : undefined;
  if (json?.kind === 'json') return jsonParameters(json.value);
  if (json?.kind === 'deep') room.left = -1;
  const found: Parameter[] = [];
  let nameEnd = -1;
  for (let at = 0; at < text.length; ) {
    // Until it is there, it is the same for each place.
    if (nameEnd < at) nameEnd = endOfRun(text, at, /[\s=]/g);
    const isNamed = nameEnd > at && text[nameEnd] === '=';
    const afterName = isNamed ? endOfValue(text, nameEnd + 1) : -1;
    const start = afterName < 0 ? at : nameEnd + 1;
    const end = afterName < 0 ? endOfValue(text, at) : afterName;
    if (end > 0) found.push([afterName < 0 ? undefined : text.slice(at, nameEnd), valueIn(text.slice(start, end))]);
    at = Math.max(end, at + 1);
  }
  return found;
}

/** The end of a word, or of a text in double quotes or backquotes, as the engine divides them; -1 where none begins here. */
function endOfValue(text: string, from: number): number {
  if (text[from] === '"') return 1 + closingQuote(text, from + 1) || -1;
  const end = endOfRun(text, from, /["\s]/g);
  if (text[from] !== '`') return end > from ? end : -1;
  if (text.startsWith('`\\"`', from)) return from + 4;
  const closing = text.lastIndexOf('`', endOfRun(text, from, /"/g) - 1);
  return closing > from ? closing + 1 : end;
}

/** The first quote without a backslash before it, or else the last one. */
function closingQuote(text: string, from: number): number {
  let last = -1;
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    last = at;
    if (at === from || text[at - 1] !== '\\') return at;
  }
  return last;
}

/** @param stop a sign that is no part of it, as a global expression */
function endOfRun(text: string, from: number, stop: RegExp): number {
  stop.lastIndex = from;
  return stop.exec(text)?.index ?? text.length;
}

function valueIn(written: string): string {
  if (!written.startsWith('"')) return written;
  let [start, end] = [0, written.length];
  while (written[start] === '"') start += 1;
  while (end > start && written[end - 1] === '"') end -= 1;
  return written.slice(start, end).replaceAll('\\"', '"');
}

function jsonParameters(value: unknown): readonly Parameter[] {
  return (Array.isArray(value) ? value : [value]).flatMap((one: unknown): readonly Parameter[] =>
    isObject(one) ? Object.entries(one).map(([name, own]) => [name, textOfJson(own)]) : [[undefined, textOfJson(one)]],
  );
}

/** Items by the name that a body knows them by, and what is in each; `undefined` where there are too many to look at. */
function itemsOf(body: YamlMap, around: Filling): Names | undefined {
  const node = fieldValue(body, 'items');
  const text = textOfNode(node);
  const room = { left: mostCharacters };
  const written =
    text === undefined
      ? plainValueOf(node, room)
      : [text, ...around.fill(text, 'engine')].flatMap((one) => jsonList(one, room));
  if (room.left < 0) return undefined;
  const name = `foreach.${textOf(body, 'as') ?? 'item'}`;
  const pairs = (Array.isArray(written) ? written : []).flatMap((item: unknown): readonly Pair[] => [
    [name, textOfJson(item)],
    ...(isObject(item) ? Object.entries(item).map(([key, value]): Pair => [`${name}.${key}`, textOfJson(value)]) : []),
  ]);
  const key = textOf(body, 'key');
  return collected(key === undefined ? pairs : [...pairs, ['foreach.key', key]]);
}

function jsonList(text: string, room: Room): readonly unknown[] {
  const json = readJson(text);
  if (json.kind === 'deep') room.left = -1;
  return json.kind === 'json' && Array.isArray(json.value) ? json.value : [];
}

/** Bounded: aliases can make a small text mean a large value. */
function plainValueOf(node: YamlNode | undefined, room: { left: number }): unknown {
  const value = readValue(node);
  room.left -= 1 + (value?.kind === 'scalar' ? value.value.length : 0);
  if (!value || room.left < 0) return undefined;
  if (value.kind === 'map')
    return Object.fromEntries(value.pairs.map(({ key, value: own }) => [key.value, plainValueOf(own, room)]));
  if (value.kind === 'sequence') return value.items.map((item) => plainValueOf(item.value, room));
  return value.value;
}

const mostCharacters = 100_000;
