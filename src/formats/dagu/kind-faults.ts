import { shortened } from '../../lang/condition/tokens.js';
import { tagOf } from '../../text/tag-of.js';
import { trimSpace } from '../../text/trim-space.js';
import { resolved, type Value } from '../../text/yaml-access.js';
import type { YamlNode, YamlScalar } from '../../text/yaml-node.js';
import { inOtherForm } from './value-forms.js';
import { type Kind, type ScalarType, scalarTypeOf, takesScalar } from './value-kinds.js';

/** A value that is of none of the kinds. */
export interface KindFault {
  readonly node: YamlNode;
  readonly kind: Kind;
  /** Of a scalar. */
  readonly type?: ScalarType;
  /** The key of it in the value of the field. */
  readonly key?: string;
  readonly isItem?: boolean;
  readonly isKey?: boolean;
}

/** What is wrong with the value of a field in every version that the text may be for; `undefined` where one takes it. */
export function kindFault(value: YamlNode, kinds: readonly Kind[], text: string): KindFault | undefined {
  let fault: KindFault | undefined;
  for (const kind of kinds) {
    fault = faultIn(value, kind, text);
    if (!fault) return undefined;
  }
  return fault;
}

/** In words that follow the name of what has it. */
interface FaultWords {
  readonly node: YamlNode;
  readonly why: string;
  readonly instead: string;
  /** What to write in place of the node. */
  readonly mended: string | undefined;
}

function faultIn(node: YamlNode, kind: Kind, text: string): KindFault | undefined {
  const value = resolved(node);
  if (!value) return undefined;
  if (value.kind === 'scalar') {
    if (value.type === 'null') return kind.isGiven ? { node, kind } : undefined;
    const type = scalarTypeOf(value.style === 'plain', value.type, value.value);
    const isTaken = type === undefined || takesScalar(kind, type, value.value) || tagOf(text, value) !== undefined;
    return isTaken ? undefined : { node, kind, type };
  }
  const { keys, items, values } = kind;
  const inner = value.kind === 'map' ? values : items;
  if (inner === undefined) return { node, kind };
  // What an alias means is looked at where it is written.
  if (node.kind === 'alias') return undefined;
  if (value.kind === 'sequence') {
    if (kind.isFilled && value.items.length === 0) return { node, kind };
    if (items === undefined || items === 'any') return undefined;
    for (const item of value.items) {
      const fault = faultIn(item.value, items, text);
      if (fault) return { isItem: true, ...fault };
    }
    return undefined;
  }
  for (const { key, value: own } of value.pairs) {
    if (key.value === '<<') continue;
    if (keys && !keys.includes(key.value)) return { node: key, kind, key: key.value, isKey: true };
    const fault = values === undefined || values === 'any' ? undefined : faultIn(own, values, text);
    if (fault) return { key: key.value, ...fault };
  }
  return undefined;
}

export function wordsFor({ node, kind, type, key, isItem, isKey }: KindFault, field: string): FaultWords {
  const path = key === undefined ? field : `${field}.${key}`;
  const write = kind.toWrite ?? alternatives(kind.called.map(withArticle));
  if (isKey)
    return {
      node,
      why: `has \`${path}\`, which is no key there`,
      instead: `Write ${alternatives(kind.keys!.map((one) => `\`${one}\``))}.`,
      mended: undefined,
    };
  const value = resolved(node)!;
  if (value.kind === 'scalar' && type === undefined)
    return {
      node,
      why: `has nothing under \`${path}\``,
      instead: `Write ${write} there, or remove the key.`,
      mended: undefined,
    };
  if (value.kind === 'scalar' ? type === 'text' && trimSpace(value.value) === '' : isEmptyList(value, kind)) {
    const what = value.kind === 'scalar' ? 'text' : 'list';
    const why = `has an empty ${what} ${isItem ? `in the list \`${path}\`` : `under \`${path}\``}`;
    const instead = `Write ${write} there, or remove ${isItem ? 'it' : 'the key'}.`;
    return { node, why, instead, mended: undefined };
  }
  if (value.kind !== 'scalar' || type === undefined) {
    const found = value.kind === 'map' ? 'a mapping' : 'a list';
    const where = isItem ? `in the list \`${path}\`` : `under \`${path}\``;
    const none = kind.called.length === 1 ? `, and ${noneOf(kind)}` : `, which is ${noneOf(kind)}`;
    return { node, why: `has ${found} ${where}${none}`, instead: `Write ${write} ${where}.`, mended: undefined };
  }
  const shown = shownOf(value);
  const last = path.slice(path.lastIndexOf('.') + 1);
  const what = isItem ? `\`${shown}\` in the list \`${path}\`` : `\`${path}: ${shown}\``;
  const more = type === 'text' ? kind.explain?.(value.value) : undefined;
  if (more) return { node, why: `has ${what}, which ${more.why}`, instead: more.instead, mended: undefined };
  const is = kind.scalars.includes(type) ? noneOf(kind) : `${typeNames[type]} and ${noneOf(kind)}`;
  const isHere = node.kind === 'scalar' && node.anchor === undefined;
  const mended = isHere ? inOtherForm(value, type, kind) : undefined;
  const instead =
    mended === undefined
      ? `Write ${write} ${isItem ? 'there' : `under \`${path}\``}.`
      : `Write \`${isItem ? '' : `${last}: `}${mended}\`; \`apply --fix\` does it for you.`;
  return { node, why: `has ${what}, which is ${is}`, instead, mended };
}

const typeNames: Readonly<Record<ScalarType, string>> = { text: 'a text', number: 'a number', flag: 'a truth value' };

function isEmptyList(value: Value, { isFilled }: Kind): boolean {
  return isFilled === true && value.kind === 'sequence' && value.items.length === 0;
}

function noneOf({ called }: Kind): string {
  return called.length === 1 ? `no ${called[0]}` : `neither ${called.map(withArticle).join(' nor ')}`;
}

function alternatives(nouns: readonly string[]): string {
  return nouns.length < 2 ? nouns.join('') : `${nouns.slice(0, -1).join(', ')} or ${nouns.at(-1)}`;
}

function withArticle(noun: string): string {
  return noun.startsWith('`') ? noun : `a ${noun}`;
}

function shownOf({ value, style }: YamlScalar): string {
  const line = shortened(value.split('\n', 1)[0]!);
  const shown = value.includes('\n') && !line.endsWith('…') ? `${line}…` : line;
  return style === 'plain' ? shown : `"${shown}"`;
}
