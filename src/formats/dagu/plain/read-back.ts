import { createFlatDocument, type FlatDocument, isScalar, nodeKind } from '../../../text/flat/flat-document.js';
import { scanFlat } from '../../../text/flat/scan-flat.js';
import { type ItemsAgain, scanListAgain } from '../../../text/flat/scan-list-again.js';
import { scalarType, scalarValue } from '../../../text/flat/values.js';
import { onlySlice } from '../../../text/yaml-stream.js';
import type { ReadBack, StepReader } from '../../yaml-steps/read-back-steps.js';
import { valueAt } from './plain-values.js';

export function createStepReader(): StepReader {
  // One is read while the other is.
  const again = createRoom();
  const alone = createRoom();
  return {
    documentAgain(text, before, endOfKnown) {
      const { document, items, stepsIn } = again;
      return scanListAgain(document, text, before, endOfKnown, items) ? stepsIn(text) : undefined;
    },
    stepsAlone(text) {
      const { document, items, stepsIn } = alone;
      return scanAlone(document, text, items) ? stepsIn(text) : undefined;
    },
  };
}

/** Room for the steps of one text after another. */
interface Room {
  readonly document: FlatDocument;
  readonly items: ItemsAgain;
  /** What was scanned into it; `undefined` where not all of that are steps. */
  stepsIn(text: string): ReadBack | undefined;
}

function createRoom(): Room {
  const document = createFlatDocument();
  const items: ItemsAgain = { count: 0, node: [], dash: [], to: [] };
  const valueIn = (step: number, key: string) => valueAt(document, items.node[step]!, key);
  const steps = Object.assign(items, {
    text: '',
    isKnown: (step: number) => items.node[step]! < 0,
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
      isPrinted(document, items.node[step]!, content) || mapPrint(document, items.node[step]!, 'name') === content,
    contentOf: (step: number) => mapPrint(document, items.node[step]!, 'name'),
  });
  return {
    document,
    items,
    stepsIn(text) {
      steps.text = text;
      for (let step = 0; step < items.count; step += 1) {
        const node = items.node[step]!;
        if (node >= 0 && document.kind[node] !== nodeKind.map) return undefined;
      }
      return steps;
    },
  };
}

function scanAlone(document: FlatDocument, text: string, items: ItemsAgain): boolean {
  const slice = onlySlice(text);
  if (!slice || !scanFlat(document, text, slice)) return false;
  const { kind, next } = document;
  const list = kind[0] === nodeKind.map ? valueAt(document, 0, 'steps') : -1;
  if (list !== 2 || kind[list] !== nodeKind.sequence || next[list] !== document.count) return false;
  items.count = 0;
  for (let step = list + 1; step < next[list]!; step = next[step]!) {
    items.node[items.count] = step;
    items.dash[items.count] = document.dash[step]!;
    items.to[items.count] = document.to[step]!;
    items.count += 1;
  }
  return true;
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
