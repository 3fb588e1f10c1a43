import type * as Library from 'yaml';
import { blockScalarEnd } from './block-scalar.js';
import { composeAsEngines, loadLibrary, type Parsed } from './compose-yaml.js';
import { findDeepNesting, maxDepth } from './nesting.js';
import { scanDocument } from './scan.js';
import {
  addFault,
  addTemplate,
  createFaults,
  type Faults,
  pointToOpening,
  reportDuplicateKeys,
} from './yaml-faults.js';
import type { YamlDocument, YamlItem, YamlMap, YamlNode, YamlPair, YamlProblem, YamlScalar } from './yaml-node.js';
import { type DocumentSlice, splitStream } from './yaml-stream.js';

/**
 * Reads a stream of YAML documents. Never throws: what is wrong is in each document's problems, and a broken document
 * does not hide the others. A text of comments and blank lines has no document.
 */
export function parseYaml(text: string): readonly YamlDocument[] {
  return splitStream(text).map((slice) => parseDocument(text, slice));
}

/** One document of a stream, which may be read by itself. */
export function parseDocument(text: string, slice: DocumentSlice): YamlDocument {
  return scanDocument(text, slice) ?? parseByLibrary(text, slice);
}

/** The slow way, which knows all of YAML. @internal */
export function parseByLibrary(text: string, slice: DocumentSlice): YamlDocument {
  const { start, end, prelude } = slice;
  const reading: TreeReading = { text, base: prelude, anchors: new Map(), faults: createFaults(text, end) };
  const root = readRoot(reading, text.slice(prelude, end));
  return { start, end, root, problems: reading.faults.found.sort((a, b) => a.start - b.start) };
}

function readRoot(reading: TreeReading, source: string): YamlNode | undefined {
  const { Lexer } = loadLibrary();
  const deep = findDeepNesting(source, maxDepth, (text) => new Lexer().lex(text));
  if (deep) {
    const { at, unclosed } = deep;
    if (unclosed === undefined) reportDepth(reading, reading.base + at);
    else reportLongList(reading, reading.base + unclosed);
    return undefined;
  }
  const { contents, faults } = composeAsEngines(source);
  for (const fault of faults) reportFault(reading, fault);
  return contents && !isMissing(contents) ? readNode(reading, contents, 0, 1) : undefined;
}

interface TreeReading {
  readonly text: string;
  /** What to add to the library's offsets. */
  readonly base: number;
  /** The latest anchor of each name; without a node as long as the reading is inside of it. */
  readonly anchors: Map<string, { node: YamlNode | undefined }>;
  readonly faults: Faults;
}

type Tokens = readonly Library.CST.SourceToken[];
type Entry = Library.CST.CollectionItem;

/** @param place where the node would be if it is missing */
function readNode(reading: TreeReading, node: Parsed, place: number, depth: number): YamlNode {
  const name = 'anchor' in node ? node.anchor : undefined;
  if (!name) return readContent(reading, node, place, depth);
  const anchor: { node: YamlNode | undefined } = { node: undefined };
  reading.anchors.set(name, anchor);
  anchor.node = readContent(reading, node, place, depth);
  return anchor.node;
}

function readContent(reading: TreeReading, node: Parsed, place: number, depth: number): YamlNode {
  const { isAlias, isMap, isSeq } = loadLibrary();
  if (isAlias(node)) return readAlias(reading, node);
  if (!isMap(node) && !isSeq(node)) return readScalar(reading, node, place);
  const start = reading.base + node.range[0];
  if (depth > maxDepth) {
    reportDepth(reading, start);
    return missing(start, node.anchor);
  }
  if (node.flow) pointToOpening(reading.faults, start, reading.base + node.range[1]);
  if (isMap(node)) return readMap(reading, node as Library.YAMLMap.Parsed, start, depth);
  return readSequence(reading, node as Library.YAMLSeq.Parsed, start, depth);
}

function readAlias(reading: TreeReading, node: Library.Alias.Parsed): YamlNode {
  const start = reading.base + node.range[0];
  const end = reading.base + node.range[1];
  const name = node.source;
  const anchor = reading.anchors.get(name);
  if (!anchor) report(reading, 'syntax', `no anchor "&${name}" comes before the alias "*${name}"`, start, end);
  else if (!anchor.node)
    report(reading, 'unsupported', `the alias "*${name}" is inside the value that it refers to`, start, end);
  return { kind: 'alias', start, end, anchor: undefined, name, target: anchor?.node };
}

const styles: Record<string, YamlScalar['style']> = {
  PLAIN: 'plain',
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};

function readScalar(reading: TreeReading, node: Library.Scalar.Parsed, place: number): YamlScalar {
  if (isMissing(node)) return { ...missing(place, node.anchor), type: typeOf(node.value) };
  const start = reading.base + node.range[0];
  const style = styles[node.type ?? 'PLAIN'] ?? 'plain';
  const block = style === 'literal' || style === 'folded';
  const sourceEnd = reading.base + node.range[1];
  const parentIndent = node.srcToken && 'indent' in node.srcToken ? node.srcToken.indent : 0;
  const end = block ? blockScalarEnd(reading.text, start, sourceEnd, parentIndent) : sourceEnd;
  if (style === 'single' || style === 'double') pointToOpening(reading.faults, start, end);
  return { kind: 'scalar', start, end, anchor: node.anchor, style, value: node.source, type: typeOf(node.value) };
}

function typeOf(value: unknown): YamlScalar['type'] {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'number' || typeof value === 'bigint' ? 'number' : 'string';
}

function isMissing(node: Parsed): boolean {
  return loadLibrary().isScalar(node) && node.range[0] === node.range[1] && node.source === '';
}

function missing(place: number, anchor: string | undefined): YamlScalar {
  return { kind: 'scalar', start: place, end: place, anchor, style: 'plain', value: '', type: 'null' };
}

function readMap(reading: TreeReading, node: Library.YAMLMap.Parsed, start: number, depth: number): YamlMap {
  const flow = node.flow === true;
  const pairs = node.items.map((pair) => readPair(reading, pair, depth));
  reportDuplicateKeys(pairs, reading.faults.found);
  // A pair alone in a list, as in `[a: ]` and `[? ]`, has no braces, and blanks behind it are no part of it.
  const hasBraces = flow && reading.text[start] === '{';
  const end = hasBraces ? reading.base + node.range[1] : (pairs.at(-1)?.value.end ?? start);
  return { kind: 'map', start: Math.min(start, end), end, anchor: node.anchor, flow, pairs };
}

function readPair(reading: TreeReading, pair: Library.Pair<Parsed, Parsed | null>, depth: number): YamlPair {
  const entry: Partial<Entry> = (pair.srcToken as Entry | undefined) ?? {};
  const colon = entry.sep?.find((token) => token.type === 'map-value-ind')?.offset ?? pair.key.range[0];
  const keyPlace = endOfLast(entry.start, ['explicit-key-ind', 'anchor', 'tag']) ?? colon;
  const key = readKey(reading, pair.key, reading.base + keyPlace, depth);
  const afterColon = endOfLast(entry.sep, ['map-value-ind', 'anchor', 'tag']);
  const valuePlace = afterColon === undefined ? key.end : reading.base + afterColon;
  const value = pair.value ? readNode(reading, pair.value, valuePlace, depth + 1) : missing(valuePlace, undefined);
  if (!pair.value && lacksColon(entry)) addFault(reading.faults, 'syntax', 'LEFT_OUT', leftOut, key.start, key.end);
  return { start: startOfPair(reading, entry, key), key, value };
}

/** The library drops what no colon leads to below a key with a question mark, and finds nothing wrong with it. */
function lacksColon({ start, value }: Partial<Entry>): boolean {
  return value !== undefined && start?.some(({ type }) => type === 'explicit-key-ind') === true;
}

const leftOut = 'a key that begins with a question mark, and below it a value without its colon';

function startOfPair(reading: TreeReading, entry: Partial<Entry>, key: YamlScalar): number {
  const first = entry.start?.find(({ type }) => type === 'explicit-key-ind' || type === 'anchor' || type === 'tag');
  return first ? reading.base + first.offset : key.start;
}

/** Keys are scalars to everybody here: an alias counts as what it names, a collection as its own text. */
function readKey(reading: TreeReading, node: Parsed, place: number, depth: number): YamlScalar {
  const key = readNode(reading, node, place, depth + 1);
  if (key.kind === 'scalar' && key.start === key.end) report(reading, 'no-key', 'a key is missing', key.start, key.end);
  if (key.kind === 'scalar' && (key.style === 'literal' || key.style === 'folded'))
    report(reading, 'no-key', 'the key is a block of text', key.start, key.end);
  if (key.kind === 'scalar') return key;
  const { start, end, anchor } = key;
  if (key.kind === 'alias' && key.target?.kind === 'scalar') return { ...key.target, start, end, anchor };
  if (key.kind !== 'map' || !addTemplate(reading.faults, start - 1))
    report(reading, 'no-key', `the key is a ${key.kind === 'sequence' ? 'list' : 'mapping'}`, start, end);
  return { kind: 'scalar', start, end, anchor, style: 'plain', value: reading.text.slice(start, end), type: 'string' };
}

function readSequence(reading: TreeReading, node: Library.YAMLSeq.Parsed, start: number, depth: number): YamlNode {
  const flow = node.flow === true;
  const entries = entriesOf(node);
  const items = node.items.map((item, index) => readItem(reading, item as Parsed, entries[index], depth));
  const end = flow ? reading.base + node.range[1] : (items.at(-1)?.value.end ?? start);
  return { kind: 'sequence', start, end, anchor: node.anchor, flow, items };
}

/** The entries of the source behind the items, without those that hold but a comment. */
function entriesOf(node: Library.YAMLSeq.Parsed): readonly Partial<Entry>[] {
  const source = node.srcToken;
  if (source?.type !== 'block-seq' && source?.type !== 'flow-collection') return [];
  const items: readonly Partial<Entry>[] = source.items;
  const entries = items.filter((entry) => entry.value || entry.key || entry.sep || firstOf(entry.start, beginnings));
  return entries.length === node.items.length ? entries : [];
}

function readItem(reading: TreeReading, node: Parsed, entry: Partial<Entry> | undefined, depth: number): YamlItem {
  const first = firstOf(entry?.start, beginnings);
  const place = endOfLast(entry?.start, beginnings) ?? node.range[0];
  const value = readNode(reading, node, reading.base + place, depth + 1);
  return { start: first ? reading.base + first.offset : value.start, value };
}

/** What may be before the value of an item: an anchor before braces is a part of the item, as a dash is. */
const beginnings = ['seq-item-ind', 'anchor', 'tag'];

function firstOf(tokens: Tokens | undefined, types: readonly string[]) {
  return tokens?.find((token) => types.includes(token.type));
}

function endOfLast(tokens: Tokens | undefined, types: readonly string[]): number | undefined {
  const last = tokens?.findLast((token) => types.includes(token.type));
  return last && last.offset + last.source.length;
}

function reportFault(reading: TreeReading, fault: Library.YAMLParseError | Library.YAMLWarning): void {
  // The library's warnings but for tags are about what every engine reads.
  if (fault.name === 'YAMLWarning' && fault.code !== 'TAG_RESOLVE_FAILED') return;
  const kind = fault.name === 'YAMLWarning' ? 'unsupported' : 'syntax';
  const start = reading.base + Math.max(fault.pos[0], 0);
  addFault(reading.faults, kind, fault.code, fault.message, start, reading.base + fault.pos[1]);
}

function reportDepth(reading: TreeReading, start: number): void {
  if (reading.faults.found.some((problem) => problem.kind === 'too-deep')) return;
  report(reading, 'too-deep', `nested deeper than ${maxDepth} levels`, start, start + 1);
}

function reportLongList(reading: TreeReading, start: number): void {
  const message = `this ${reading.text[start]} is never closed, or commas are missing in it`;
  report(reading, 'syntax', message, start, start + 1);
}

function report(reading: TreeReading, kind: YamlProblem['kind'], message: string, start: number, end: number): void {
  addFault(reading.faults, kind, kind, message, start, end);
}
