import { createFlatDocument, type FlatDocument, isScalar, nodeKind } from '../../../text/flat/flat-document.js';
import { scanFlat } from '../../../text/flat/scan-flat.js';
import { scalarType, scalarValue } from '../../../text/flat/values.js';
import { splitStream } from '../../../text/yaml-stream.js';
import type { ReadBack } from '../../yaml-steps/read-back-steps.js';
import { valueAt } from './plain-values.js';

/** Reads documents that were made from plain ones, one after another; `undefined` where one is no list of steps any more. */
export function createReadBack(): (text: string) => ReadBack | undefined {
  const document = createFlatDocument();
  const node: number[] = [];
  const found = { text: '', keys: 0, steps: 0, dash: [] as number[], to: [] as number[] };
  const valueIn = (step: number, key: string) => valueAt(document, node[step]!, key);
  const readBack: ReadBack = Object.assign(found, {
    needsOf(step: number) {
      const value = valueIn(step, 'depends');
      return value < 0
        ? undefined
        : { from: document.from[value]!, to: document.to[value]!, names: namesIn(document, value) };
    },
    nameOf(step: number) {
      const value = valueIn(step, 'name');
      return value < 0 ? '' : scalarValue(document, value);
    },
    says: (step: number, content: string) =>
      isPrinted(document, node[step]!, content) || mapPrint(document, node[step]!, 'name') === content,
    contentOf: (step: number) => mapPrint(document, node[step]!, 'name'),
  });
  return (text) => {
    const slices = splitStream(text);
    if (slices.length !== 1 || !scanFlat(document, text, slices[0]!) || document.kind[0] !== nodeKind.map)
      return undefined;
    const { kind, next } = document;
    found.text = text;
    found.keys = 0;
    found.steps = 0;
    for (let key = 1; key < next[0]!; key = next[key + 1]!) found.keys += 1;
    const list = valueAt(document, 0, 'steps');
    if (list < 0 || kind[list] !== nodeKind.sequence) return undefined;
    for (let step = list + 1; step < next[list]!; step = next[step]!) {
      if (kind[step] !== nodeKind.map) return undefined;
      node[found.steps] = step;
      found.dash[found.steps] = document.dash[step]!;
      found.to[found.steps] = document.to[step]!;
      found.steps += 1;
    }
    return readBack;
  };
}

function namesIn(document: FlatDocument, value: number): readonly string[] {
  if (isScalar(document.kind[value]!)) return [scalarValue(document, value)];
  const names: string[] = [];
  for (let item = value + 1; item < document.next[value]!; item = document.next[item]!)
    names.push(scalarValue(document, item));
  return names;
}

/**
 * Is this the print of a step without its name? Compares without making it, as long as its keys are in the order of a print; false may
 * mean no more than that.
 */
function isPrinted(document: FlatDocument, step: number, content: string): boolean {
  const { text, kind, from, to, next } = document;
  let at = 0;
  for (let key = step + 1; key < next[step]!; key = next[key + 1]!) {
    const written = text.slice(from[key], to[key]);
    if (written === 'name') continue;
    const start = `${at === 0 ? '{' : ','}"${written}":`;
    if (content.slice(at, at + start.length) !== start) return false;
    at += start.length;
    const value = key + 1;
    const bare = kind[value] === nodeKind.plain ? bareEnd(document, value, content, at) : -1;
    if (bare >= 0) at = bare;
    else {
      const printed = print(document, value);
      if (content.slice(at, at + printed.length) !== printed) return false;
      at += printed.length;
    }
  }
  return content.length === at + 1 && content.endsWith('}');
}

/** Where the string of JSON at an offset ends that says what a value does, without a sign that JSON escapes; else -1. */
function bareEnd(document: FlatDocument, value: number, content: string, at: number): number {
  const { text, from, to, asWritten } = document;
  if (asWritten[value] === 0 || isNull(document, value)) return -1;
  const written = text.slice(from[value], to[value]);
  const end = at + 1 + written.length;
  const isSame =
    content.charCodeAt(at) === doubleQuote &&
    content.indexOf('"', at + 1) === end &&
    content.slice(at + 1, end) === written &&
    !written.includes('\\');
  return isSame ? end + 1 : -1;
}

const doubleQuote = 0x22;

function isNull(document: FlatDocument, node: number): boolean {
  return scalarType(document, node) === 'null';
}

/** As `fingerprint` has it of a tree. */
function print(document: FlatDocument, node: number): string {
  const { kind, next } = document;
  if (isScalar(kind[node]!)) return isNull(document, node) ? 'null' : JSON.stringify(scalarValue(document, node));
  if (kind[node] === nodeKind.map || kind[node] === nodeKind.flowMap) return mapPrint(document, node, undefined);
  const prints: string[] = [];
  for (let item = node + 1; item < next[node]!; item = next[item]!) prints.push(print(document, item));
  return `[${prints.join(',')}]`;
}

function mapPrint(document: FlatDocument, map: number, without: string | undefined): string {
  const { next } = document;
  const prints: string[] = [];
  for (let key = map + 1; key < next[map]!; key = next[key + 1]!) {
    const written = scalarValue(document, key);
    if (written !== without) prints.push(`${JSON.stringify(written)}:${print(document, key + 1)}`);
  }
  return `{${prints.sort().join(',')}}`;
}
