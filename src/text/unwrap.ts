import type { SourceFile, TextEdit } from '../model/source.js';
import { applyEdits } from './edits.js';
import { lineEndAfter, lineStartBefore } from './lines.js';
import { parseYaml } from './yaml.js';
import type { YamlMap, YamlNode, YamlPair, YamlScalar } from './yaml-node.js';

/** A pair to write, as text and as what that means. */
export interface WrittenPair {
  readonly key: string;
  readonly value: string;
  readonly text: string;
}

/**
 * Takes a mapping out of its key, so that its pairs are beside those around it: `workflow: {steps: []}` becomes `steps: []`.
 * @param around the mapping that the pair is in
 * @param instead what comes in place of the key, if anything
 * @returns `undefined` where the edits may not keep what everything means
 */
export function unwrap(
  { path, text }: SourceFile,
  around: YamlMap,
  pair: YamlPair,
  instead?: WrittenPair,
): readonly TextEdit[] | undefined {
  const inner = pair.value;
  if (inner.kind !== 'map' || inner.anchor !== undefined || pair.start !== pair.key.start) return undefined;
  const index = around.pairs.indexOf(pair);
  if (inner.pairs.length === 0 || index < 0) return undefined;
  const splices = inner.flow ? flowSplices(around, pair, inner, instead) : blockSplices(text, pair, inner, instead);
  const edits = splices?.map((splice) => ({ file: path, ...splice }));
  if (!edits) return undefined;
  const expected = [
    ...around.pairs.slice(0, index).map(pairOutline),
    ...(instead ? [`${instead.key}=string ${instead.value}`] : []),
    ...inner.pairs.map(pairOutline),
    ...around.pairs.slice(index + 1).map(pairOutline),
  ];
  return meansThen(text, around, edits, expected) ? edits : undefined;
}

/** A key in the quotes of another one. */
export function inQuotesOf({ style }: YamlScalar, key: string): string {
  return style === 'double' ? `"${key}"` : style === 'single' ? `'${key}'` : key;
}

type Splice = Omit<TextEdit, 'file'>;

function flowSplices(around: YamlMap, pair: YamlPair, inner: YamlMap, instead?: WrittenPair): readonly Splice[] {
  const head = { start: pair.start, end: inner.pairs[0]!.start };
  const before = instead ? `${instead.text}, ` : '';
  if (!around.flow) return [{ ...head, text: `{${before}` }];
  const last = inner.pairs.at(-1)!;
  return [
    { ...head, text: before },
    { start: Math.max(last.key.end, last.value.end), end: inner.end, text: '' },
  ];
}

/** Each line below the key moves to the left by as much as it is deeper than the key. */
function blockSplices(
  text: string,
  pair: YamlPair,
  inner: YamlMap,
  instead?: WrittenPair,
): readonly Splice[] | undefined {
  const below = lineEndAfter(text, pair.key.end);
  if (!/^[ \t]*:[ \t]*(?:#.*)?\r?\n$/.test(text.slice(pair.key.end, below))) return undefined;
  const depth = columnOf(text, inner.start) - columnOf(text, pair.start);
  const head = headSplice(text, pair, inner, below, instead);
  if (!head) return undefined;
  const splices = [head];
  for (let at = Math.max(below, head.end); at < inner.end; at = lineEndAfter(text, at)) {
    if (at !== lineStartBefore(text, at)) continue;
    const blanks = /^ */.exec(text.slice(at, at + depth))![0].length;
    if (blanks > 0) splices.push({ start: at, end: at + blanks, text: '' });
  }
  return splices;
}

function headSplice(
  text: string,
  pair: YamlPair,
  inner: YamlMap,
  below: number,
  instead: WrittenPair | undefined,
): Splice | undefined {
  const { start } = pair;
  if (instead) return { start, end: text.indexOf(':', pair.key.end) + 1, text: instead.text };
  if (columnOf(text, start) === 0) return { start, end: below, text: '' };
  return text.slice(below, inner.start).trim() === '' ? { start, end: inner.start, text: '' } : undefined;
}

function columnOf(text: string, offset: number): number {
  return offset - lineStartBefore(text, offset);
}

/** Reads the mapping alone, so that many of them take no more time than one that is as long. */
function meansThen(text: string, around: YamlMap, edits: readonly TextEdit[], expected: readonly string[]): boolean {
  const indent = ' '.repeat(columnOf(text, around.start));
  const shift = indent.length - around.start;
  const alone = { path: edits[0]!.file, text: indent + text.slice(around.start, around.end) };
  const moved = edits.map((edit) => ({ ...edit, start: edit.start + shift, end: edit.end + shift }));
  const documents = parseYaml(applyEdits([alone], moved)[0]!.text);
  const root = documents[0]?.root;
  if (documents.length !== 1 || root?.kind !== 'map' || documents[0]!.problems.length > 0) return false;
  return root.pairs.length === expected.length && root.pairs.every((one, at) => pairOutline(one) === expected[at]);
}

function pairOutline({ key, value }: YamlPair): string {
  return `${key.value}=${outline(value)}`;
}

function outline(node: YamlNode): string {
  const anchor = node.anchor === undefined ? '' : `&${node.anchor} `;
  if (node.kind === 'alias') return `*${node.name}`;
  if (node.kind === 'scalar') return `${anchor}${node.type} ${node.value}`;
  const parts = node.kind === 'map' ? node.pairs.map(pairOutline) : node.items.map((item) => outline(item.value));
  // With their lengths, so that no part can pass for several.
  return `${anchor}${node.kind} ${parts.map((part) => `${part.length} ${part}`).join('')};`;
}
