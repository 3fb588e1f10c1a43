import { isKeyOfWorkflow } from './workflow-like.js';
import { parseYaml } from './yaml.js';
import type { YamlDocument, YamlMap, YamlNode } from './yaml-node.js';
import { isMappingStream, isSound } from './yaml-shape.js';

/**
 * What a block of an answer is to the YAML in the block before it.
 * - `rest`: the same text goes on in it, and both together are sound.
 * - `unclear`: it is no text of its own and may be the rest, but that is not certain.
 * - `own`: it can be read without the other.
 * - `aside`: it is no part of the workflow.
 */
export type Relation = 'rest' | 'unclear' | 'own' | 'aside';

/** A part of an answer that may be YAML: a block that says so, one that says nothing, or lines outside of all blocks. */
export interface Piece {
  readonly text: string;
  readonly marked: 'as YAML' | 'as a block' | 'in no way';
}

/** @param between what is said between the two */
export function relationOf({ text, marked }: Piece, before: string, between: string): Relation {
  const documents = parseYaml(text);
  const isSaid = marked !== 'in no way' && saysContinued.test(between);
  const isRest = () => fits(before, text);
  if (isMappingStream(documents)) {
    if (isSaid && isRest()) return 'rest';
    if (marked === 'in no way' && isKeyOfWorkflow(documents)) return 'unclear';
    return marked === 'as YAML' ? 'own' : 'aside';
  }
  if (isSound(documents)) {
    if (!isSaid && !hasMoreEntries(documents, before, marked)) return 'aside';
    return saysContinued.test(between) && isRest() ? 'rest' : 'unclear';
  }
  if (isRest()) return 'rest';
  if (marked === 'as YAML') return isSaid || !beginsLikeDocument.test(text) ? 'unclear' : 'own';
  return isSaid ? 'unclear' : 'aside';
}

/** "...continued:", "Continuing from step 3", "(cont'd)", "Part 2". No hint to what a reader may do: "if you want to continue". */
export const saysContinued =
  /\bcontinu(?:ed|ing|ation)\b|\bcont(?:['\u2019]?d\b|\.)|\bpart (?:2|two|ii)\b|\brest of (?:it|the)\b/i;

const beginsLikeDocument = /^(?:[^\S\n]*(?:#[^\n]*)?\n)*(?:[\w"'$./-]+[ \t]*:|---|%|[{[])/;

/** Are the two one text, with all that was there before and something behind it? */
function fits(before: string, block: string): boolean {
  const first = before.endsWith('\n') ? before : `${before}\n`;
  const documents = parseYaml(first + block);
  if (!isMappingStream(documents) || documents.some(({ problems }) => problems.length > 0)) return false;
  const alone = parseYaml(first);
  const root = documents[alone.length - 1]?.root;
  if (documents.length !== alone.length || root?.kind !== 'map' || !beginsBehind(root, first.length)) return false;
  return !isSound(alone) || keysIn(alone).every((key, index) => keysIn(documents)[index] === key);
}

function keysIn(documents: readonly YamlDocument[]): readonly string[] {
  return documents.flatMap(({ root }) => (root?.kind === 'map' ? root.pairs.map(({ key }) => key.value) : []));
}

/** Does an entry or a key begin there or later? Text that a block scalar takes up does not count. */
function beginsBehind(node: YamlNode, offset: number): boolean {
  if (node.kind === 'map') return node.pairs.some((pair) => pair.start >= offset || beginsBehind(pair.value, offset));
  if (node.kind === 'sequence')
    return node.items.some((item) => item.start >= offset || beginsBehind(item.value, offset));
  return false;
}

/**
 * Does it list what the last list before it may go on with: entries that begin with the same key and call themselves something
 * else? An entry of the same name only shows how one that is there could be.
 */
function hasMoreEntries(documents: readonly YamlDocument[], before: string, marked: Piece['marked']): boolean {
  const root = documents[0]?.root;
  const last = lastList(parseYaml(before).at(-1)?.root);
  if (root?.kind !== 'sequence' || !last) return false;
  const key = last[0]!.pairs[0]!.key.value;
  const names = new Set(last.map((entry) => textAt(entry, key)));
  return mapsIn(root).some((entry) => {
    const own = textAt(entry, key);
    return own !== undefined && !names.has(own) && (entry.pairs.length > 1 || marked !== 'in no way');
  });
}

/** The last list of mappings below a mapping. */
function lastList(node: YamlNode | undefined): readonly YamlMap[] | undefined {
  if (node?.kind !== 'map') return undefined;
  return node.pairs.map(({ value }) => mapsIn(value)).findLast((maps) => maps.length > 0);
}

function mapsIn(node: YamlNode): readonly YamlMap[] {
  if (node.kind !== 'sequence') return [];
  return node.items.flatMap(({ value }) => (value.kind === 'map' && value.pairs.length > 0 ? [value] : []));
}

function textAt({ pairs }: YamlMap, key: string): string | undefined {
  const value = pairs.find((pair) => pair.key.value === key)?.value;
  return value?.kind === 'scalar' ? value.value : undefined;
}
