import type { TextEdit } from '../../model/source.js';
import type { Dag } from '../../model/workflow.js';
import { lineEndAfter } from '../../text/lines.js';
import type { PrintedItem } from '../../text/print-yaml.js';
import { present, type Value } from '../../text/yaml-access.js';
import type { YamlItem, YamlMap, YamlNode, YamlPair, YamlScalar, YamlSequence } from '../../text/yaml-node.js';
import type { TextPlace } from './text-place.js';

/** The steps of a DAG in the text of its file: what writing them takes. */
export interface StepText {
  readonly dag: Dag;
  readonly list: StepList;
  readonly spelling: StepSpelling;
}

/** The steps of a collection, in the order of the nodes of their DAG. */
export interface StepList {
  /** The collection itself; `undefined` where it is missing or null. */
  readonly node: Collection | undefined;
  /** Where what opens it ends: no mark of a step is before that. */
  readonly opening: number;
  readonly steps: readonly ListedStep[];
  /** Each entry is a list of steps itself: one that is added is in a list of its own. */
  readonly nested?: true;
  /** Members with which another file begins, where the list goes through several. */
  readonly breaks?: readonly number[] | undefined;
}

/** The member with which the file of a member begins. */
export function firstOfFile({ breaks }: Pick<StepList, 'breaks'>, member: number): number {
  return breaks?.findLast((first) => first <= member) ?? 0;
}

/** A collection that steps are written into: a list, a list nested in one, or a mapping by name. */
export type Collection = YamlSequence | YamlMap;

export interface ListedStep {
  /** The step's own text: a mapping, a mere command, or an alias. */
  readonly node: YamlNode;
  /** Its fields, aliases and merge keys resolved; `undefined` for a step that is a mere command. */
  readonly map: YamlMap | undefined;
  /** In a mapping of steps, the key that names it. */
  readonly key: YamlScalar | undefined;
  /** Where its dash or its key is. */
  readonly start: number;
  /** Which member of the collection it is, or is in. */
  readonly entry: number;
  /** The nested list it is in, with the dash of that list. */
  readonly group: YamlSequence | undefined;
  /** It is between brackets or braces. */
  readonly inFlow: boolean;
  /** The keys of what it holds that has a print of its own: a list of steps that is a DAG, and what runs at the end of that. */
  readonly inner?: readonly string[];
}

/** How a format spells what the steps of all formats have. */
export interface StepSpelling {
  readonly name: string;
  /** The key of what a step waits for: one name, or a list of them. */
  readonly needs: string;
  /** Needs of a step that had none are its first line, because it may be long. */
  readonly needsInFront?: boolean;
  /** The key of what people read about a step; where no comment can be, a mark goes there. Without it there are comments only. */
  readonly description: string | undefined;
  /** Keys of the command of a step; a step that is a mere command gets the first one where it becomes a mapping. */
  readonly commands: readonly string[];
  /** Where no comment can be, a mark is in the first lines of the command. */
  readonly marksInCommand?: boolean;
  /** The first line of the command of an added step is its name. */
  readonly nameInCommand?: true;
  /** The steps of a list are mere texts and an added one is, too: its name and, where no comment can be, its mark are lines of its text. */
  readonly bare?: true;
  /** Where what a step waits for is one text that says more than names. */
  readonly needsText?: NeedsText;
  /** How a need is written that a step gets, if it is more than a name. */
  needItem?(name: string, of: YamlMap): PrintedItem;
  /** Is a key as written that of a field? */
  isKey(written: string, key: string): boolean;
  /** The pair of a field. */
  fieldOf(map: YamlMap, key: string): YamlPair | undefined;
}

/** How needs are written that are a text of their own. */
export interface NeedsText {
  /** The text of a step that has none. */
  print(needs: readonly string[]): string;
  /** Edits that add to the text of a step what it is to wait for besides. */
  change(place: TextPlace, pair: YamlPair, node: number, needs: readonly string[]): readonly TextEdit[];
  /** Edits that take out of it what is no longer among the needs. */
  restore(place: TextPlace, pair: YamlPair, needs: readonly string[]): readonly TextEdit[];
}

/** The value of a field, aliases followed; `undefined` where it is missing or null. */
export function fieldValue(map: YamlMap, key: string, { fieldOf }: StepSpelling): Value | undefined {
  return present(fieldOf(map, key)?.value);
}

/** Tells keys that are among those of these fields. */
export function isOneOf(keys: readonly (string | undefined)[], { isKey }: StepSpelling): (written: string) => boolean {
  return (written) => keys.some((key) => key !== undefined && isKey(written, key));
}

/** A step or a nested list, from its dash or key to its last character. */
export interface Member {
  readonly start: number;
  readonly end: number;
  readonly value: YamlNode;
}

export function membersOf(collection: Collection): readonly Member[] {
  if (collection.kind === 'map') {
    return collection.pairs.map(({ start, key, value }) => ({ start, end: Math.max(key.end, value.end), value }));
  }
  return collection.items.map((item: YamlItem) => ({
    start: item.start,
    end: Math.max(item.start + 1, item.value.end),
    value: item.value,
  }));
}

/** Does a node end in a block that keeps the line breaks behind it, so that a blank line there would be one of its lines? */
export function keepsEnd(text: string, node: YamlNode): boolean {
  if (node.kind === 'scalar')
    return (
      (node.style === 'literal' || node.style === 'folded') && /^[|>]\d?\+/.test(text.slice(node.start, node.start + 3))
    );
  const last =
    node.kind === 'map' ? node.pairs.at(-1)?.value : node.kind === 'sequence' ? node.items.at(-1)?.value : undefined;
  return last !== undefined && keepsEnd(text, last);
}

/** The members that are steps: a mapping of them may hold other things. Of too few steps nothing can be learned. */
export function stepMembers(collection: Collection, steps: readonly ListedStep[]): readonly Member[] {
  const members = membersOf(collection);
  const entries = [...new Set(steps.flatMap(({ entry, group }) => (group === collection ? [] : [entry])))];
  return collection.kind === 'map' && entries.length > 1 ? entries.map((entry) => members[entry]!) : members;
}

/** Does a blank line follow the first of these members? */
export function blankBetween(text: string, members: readonly Member[]): boolean {
  const [first, second] = members;
  if (!first || !second) return false;
  const behind = lineEndAfter(text, first.end);
  return behind < second.start && text.slice(behind, lineEndAfter(text, behind)).trim() === '';
}

/**
 * Where what is at an indentation really ends: comments below it that are indented deeper belong to it, and so do blank
 * lines of many blanks. Both would be read as the text of a block that is put before them.
 * @param end just past its last character
 * @returns an offset in its last line
 */
export function endWithOwnComments(text: string, end: number, indentation: number): number {
  let last = end;
  for (let at = lineEndAfter(text, end); at < text.length; ) {
    const next = lineEndAfter(text, at);
    const line = text.slice(at, next);
    const isBlank = line.trim() === '';
    if (isBlank ? isDeepBlank(line, indentation) : isDeepComment(line, indentation)) last = at;
    else if (!isBlank) break;
    at = next;
  }
  return last;
}

/** Is a line a comment that is deeper than an indentation? No block of text takes a tab for indentation. */
export function isDeepComment(line: string, indentation: number): boolean {
  const blanks = line.search(/\S/);
  return line[blanks] === '#' && (blanks > indentation || line.slice(0, blanks).includes('\t'));
}

/** Text in a field of a step is deeper than the step at least by this. */
const textDepth = 3;

function isDeepBlank(line: string, indentation: number): boolean {
  const blanks = line.replace(/(?<![\r\n])[\r\n]+$/, '');
  return blanks.length > indentation + textDepth || blanks.includes('\t');
}
