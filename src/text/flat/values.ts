import type { YamlScalar } from '../yaml-node.js';
import { blockValue } from './block-value.js';
import { type FlatDocument, nodeKind } from './flat-document.js';
import { foldLines } from './fold-lines.js';
import { typeOfPlain } from './plain-type.js';
import { quotedValue } from './quoted-value.js';

/** The value of a scalar as text: quotes and escapes resolved, whatever type YAML gives it. Made anew for each call. */
export function scalarValue(document: FlatDocument, node: number): string {
  const kind = document.kind[node]!;
  if (kind === nodeKind.literal || kind === nodeKind.folded) return blockValue(document, node);
  const quote = quotesAround(kind);
  const raw = document.text.slice(document.from[node]! + quote, document.to[node]! - quote);
  if (document.asWritten[node] === 1) return raw;
  return quote === 0 ? foldLines(raw, false) : quotedValue(raw, kind === nodeKind.double);
}

/** The type that YAML's core schema gives a scalar. */
export function scalarType(document: FlatDocument, node: number): YamlScalar['type'] {
  const kind = document.kind[node];
  if (kind === nodeKind.missing) return 'null';
  return kind === nodeKind.plain ? typeOfPlain(document.text, document.from[node]!, document.to[node]!) : 'string';
}

/** Is this the value of a scalar? Makes no text where the value is in the file as it is. */
export function spellsValue(document: FlatDocument, node: number, value: string): boolean {
  if (document.asWritten[node] === 0) return scalarValue(document, node) === value;
  const quote = quotesAround(document.kind[node]!);
  const from = document.from[node]! + quote;
  return document.to[node]! - quote - from === value.length && document.text.startsWith(value, from);
}

function quotesAround(kind: number): number {
  return kind === nodeKind.single || kind === nodeKind.double ? 1 : 0;
}
