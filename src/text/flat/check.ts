import { type FlatDocument, isScalar, nodeKind } from './flat-document.js';
import { scalarValue } from './values.js';

/** Which laws of `FlatDocument` a document that was accepted breaks, each with its node: none, or the scanner is wrong. */
export function checkFlat(document: FlatDocument): readonly string[] {
  const faults: string[] = [];
  const check: Check = (holds, node, law) => {
    if (!holds) faults.push(`node ${node}: ${law}`);
  };
  if (document.count === 0) return ['there is no root'];
  for (let node = 0; node < document.count; node++) {
    checkNode(document, node, check);
    if (isScalar(document.kind[node]!)) checkScalar(document, node, check);
  }
  // Only then is it sure that a walk ends.
  if (faults.length > 0) return faults;
  checkRoot(document, check);
  for (let node = 0; node < document.count; node++)
    if (!isScalar(document.kind[node]!)) checkChildren(document, node, check);
  if (faults.length === 0) checkBetween(document, check);
  return faults;
}

type Check = (holds: boolean, node: number, law: string) => void;

function checkNode(document: FlatDocument, node: number, check: Check): void {
  const kind = document.kind[node]!;
  const from = document.from[node]!;
  const to = document.to[node]!;
  const next = document.next[node]!;
  check(kind <= nodeKind.flowSequence, node, 'its kind is known');
  check(document.start <= from && from <= to && to <= document.end, node, 'it is within the document');
  check((from === to) === (kind === nodeKind.missing), node, 'only what is missing has no characters');
  check(next > node && next <= document.count, node, 'what is next is behind it');
  check(isScalar(kind) ? next === node + 1 : document.asWritten[node] === 0, node, 'only a collection has children');
  check(document.dash[node]! <= from, node, 'an item starts at or before its value');
}

function checkScalar(document: FlatDocument, node: number, check: Check): void {
  const source = document.text.slice(document.from[node], document.to[node]);
  check(spellings[document.kind[node]!]!.test(source), node, 'it is spelled as its kind is');
  const asWritten = asWrittenSpellings[document.kind[node]!]?.test(source) ?? false;
  const isBlock = document.kind[node] === nodeKind.literal || document.kind[node] === nodeKind.folded;
  check(!isBlock || endsLine(document.text, document.to[node]!), node, 'a block of text ends with its last line');
  check(document.asWritten[node] === Number(asWritten), node, 'it says whether its value is what is written');
}

function endsLine(text: string, to: number): boolean {
  const isWithinBreak = text[to] === '\n' && text[to - 1] === '\r';
  return !isWithinBreak && (to === text.length || /^\r?\n/.test(text.slice(to, to + 2)));
}

/** By kind. */
const spellings = [
  /^(?:[^ \n?:,[\]{}#&*!|>'"%@`-]|-(?! ))(?:.*[^ \n])?$/s,
  /^'.*'$/s,
  /^".*"$/s,
  /^\|[^\n]*\n(?:[^\n]*\n)* *[^ \n][^\n]*$/,
  /^>[^\n]*\n(?:[^\n]*\n)* *[^ \n][^\n]*$/,
  /^$/,
];
const asWrittenSpellings = [/^[^\n]*$/, /^'[^'\n]*'$/, /^"[^"\\\n]*"$/, undefined, undefined, /^$/];

function checkRoot(document: FlatDocument, check: Check): void {
  check(!isScalar(document.kind[0]!), 0, 'the root is a collection');
  check(document.next[0] === document.count, 0, 'everything is inside the root');
  check(document.dash[0] === -1, 0, 'the root is no item');
}

function checkChildren(document: FlatDocument, parent: number, check: Check): void {
  const { text, kind, from, to, next } = document;
  const isMap = kind[parent] === nodeKind.map || kind[parent] === nodeKind.flowMap;
  const isFlow = kind[parent] === nodeKind.flowMap || kind[parent] === nodeKind.flowSequence;
  const children = childrenOf(document, parent);
  const [first] = children;
  const last = children.at(-1);
  check(last === undefined || next[last] === next[parent], parent, 'what is behind the last child is behind it');
  const brackets = text.charAt(from[parent]!) + text.charAt(to[parent]! - 1);
  if (isFlow) check(brackets === (isMap ? '{}' : '[]'), parent, 'it is in brackets');
  else if (first === undefined || last === undefined) check(false, parent, 'without brackets it has a child');
  else check(from[parent] === startOf(document, first) && to[parent] === to[last], parent, 'it spans its children');
  let end = from[parent]!;
  for (const child of children) {
    const isWithin = startOf(document, child) >= end && to[child]! <= to[parent]!;
    check(isWithin, child, 'it is behind the one before it, and within its parent');
    if (isFlow) checkWithin(document, child, check);
    if (!isMap) checkItem(document, child, isFlow, check);
    end = to[child]!;
  }
  if (isMap) checkPairs(document, parent, children, check);
}

function startOf({ from, dash }: FlatDocument, child: number): number {
  return dash[child] === -1 ? from[child]! : dash[child]!;
}

function checkWithin({ text, kind, from, to }: FlatDocument, child: number, check: Check): void {
  const isPlain = kind[child] === nodeKind.plain;
  check(kind[child]! < nodeKind.literal || kind[child]! >= nodeKind.flowMap, child, 'it may be in brackets');
  check(!isPlain || !/[,[\]{}]/.test(text.slice(from[child], to[child])), child, 'in brackets, nothing separates it');
}

function checkItem({ text, from, dash }: FlatDocument, item: number, isFlow: boolean, check: Check): void {
  if (isFlow) check(dash[item] === from[item], item, 'in brackets an item starts with its value');
  else check(text[dash[item]!] === '-' && dash[item]! < from[item]!, item, 'an item starts with a dash');
}

function checkPairs(document: FlatDocument, map: number, children: readonly number[], check: Check): void {
  const { text, kind, to, dash } = document;
  const keys = children.filter((_, index) => index % 2 === 0);
  check(children.length === keys.length * 2, map, 'each key has a value');
  for (const child of children) check(dash[child] === -1, child, 'it is no item');
  for (const key of keys)
    check(kind[key]! <= nodeKind.double && text[to[key]!] === ':', key, 'a key has a colon behind it');
  const values = new Set(keys.map((key) => scalarValue(document, key)));
  check(values.size === keys.length, map, 'no key is there twice');
}

function childrenOf({ next }: FlatDocument, parent: number): readonly number[] {
  const children: number[] = [];
  for (let child = parent + 1; child < next[parent]!; child = next[child]!) children.push(child);
  return children;
}

/** What no scalar has is blank, a comment or an indicator. */
function checkBetween({ text, start, end, count, kind, from, to }: FlatDocument, check: Check): void {
  let behind = start;
  for (let node = 0; node < count; node++) {
    if (!isScalar(kind[node]!)) continue;
    check(between.test(text.slice(behind, from[node])), node, 'nothing is left out before it');
    behind = to[node]!;
  }
  check(between.test(text.slice(behind, end)), count, 'nothing is left out at the end');
}

const between = /^\ufeff?(?:[ \r\n\t\-.:,[\]{}]|#[^\n]*(?=\n|$))*$/;
