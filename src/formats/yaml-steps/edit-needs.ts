import type { TextEdit } from '../../model/source.js';
import { lineEndAfter, lineStartBefore, withoutBreak } from '../../text/lines.js';
import { type PrintedItem, scalarText } from '../../text/print-yaml.js';
import { printedItem } from '../../text/printed-value.js';
import { asSequence, resolved } from '../../text/yaml-access.js';
import type { YamlItem, YamlPair, YamlScalar, YamlSequence } from '../../text/yaml-node.js';
import type { TextPlace } from '../yaml-steps/text-place.js';

/**
 * Edits that make a list of needs, or a lone one, say `wanted`. Items that stay are not touched, comments neither.
 * @param kept which of the written items stay, in their order
 * @param itemOf how a name is written that comes in
 */
export function editNeeds(
  place: TextPlace,
  pair: YamlPair,
  wanted: readonly string[],
  kept: readonly string[],
  itemOf: (name: string) => PrintedItem = (name) => name,
): readonly TextEdit[] {
  const { value } = pair;
  const list = value.kind === 'alias' ? asSequence(value) : undefined;
  const items = (list ? inPlaces(wanted, kept) : wanted).map((name) =>
    kept.includes(name) ? repeated(list, kept.indexOf(name), name) : itemOf(name),
  );
  if (value.kind === 'sequence' && value.items.length > 0) return editItems(place, value, wanted, kept, itemOf);
  const others = items.filter((item) => item !== kept[0]);
  if (others.length > 0 && others.length < items.length && value.kind === 'scalar' && isSafeInFlow(value)) {
    const more = others.map((item) => `${place.comma}${place.flow(item)}`).join('');
    const { start } = tagBefore(place, pair);
    return [place.replace(start, start, '['), place.replace(value.end, value.end, `${more}]`)];
  }
  const [first, second] = items;
  const isLone = typeof first === 'string' && second === undefined && value.kind === 'scalar' && value.type !== 'null';
  // The step may be between braces, and a name may hold a comma.
  const text = place.flow(isLone ? first : items);
  const edit = place.replace(value.start, value.end, separated(place, pair, text));
  const tag = tagBefore(place, pair);
  const becomesList = value.kind === 'scalar' && text.startsWith('[');
  return becomesList && tag.start < tag.end ? [place.replace(tag.start, tag.end, ''), edit] : [edit];
}

/** How an item is written that stays where an alias of its list goes: with all that it says beside the name. */
function repeated(list: YamlSequence | undefined, index: number, name: string): PrintedItem {
  const item = list?.items[index]?.value;
  return item && resolved(item)?.kind === 'map' ? printedItem(item)! : name;
}

/** The order in which `editItems` leaves them: what stays is where it was, and what comes in takes the places of what goes. */
function inPlaces(wanted: readonly string[], kept: readonly string[]): readonly string[] {
  const [staying, present] = [new Set(wanted), new Set(kept)];
  const added = wanted.filter((name) => !present.has(name));
  const places = kept.filter((name) => !staying.has(name)).length;
  let place = 0;
  const names = kept.flatMap((name) => {
    if (staying.has(name)) return [name];
    place += 1;
    return place === Math.min(places, added.length) ? added.slice(place - 1) : added.slice(place - 1, place);
  });
  return [...new Set([...names, ...added])];
}

/** The tag of a value, which a list must not have: `!!str ` and the like. Nothing at the value itself where it has none. */
function tagBefore({ text }: TextPlace, { key, value }: YamlPair): { readonly start: number; readonly end: number } {
  const between = text.slice(key.end, value.start);
  const found = value.start < value.end ? /^([^!]*)(!\S*[ \t]+)/.exec(between) : undefined;
  if (!found) return { start: value.start, end: value.start };
  const start = key.end + found[1]!.length;
  return { start, end: start + found[2]!.length };
}

/** Can a lone need stay as it is written where brackets come around it? */
function isSafeInFlow({ style, value }: YamlScalar): boolean {
  return style === 'single' || style === 'double' || (style === 'plain' && /^\w[\w.-]*$/.test(value));
}

/** A missing value is right behind the colon or an anchor, and behind a key that has no colon. */
export function separated({ text, lineBreak }: TextPlace, { start, key, value }: YamlPair, printed: string): string {
  if (value.start < value.end) return printed;
  if (text.slice(key.end, value.start).includes(':')) return ` ${printed}`;
  if (text[start] !== '?') return `: ${printed}`;
  return `${lineBreak}${' '.repeat(start - lineStartBefore(text, start))}: ${printed}`;
}

function editItems(
  place: TextPlace,
  list: YamlSequence,
  wanted: readonly string[],
  kept: readonly string[],
  itemOf: (name: string) => PrintedItem,
): readonly TextEdit[] {
  const staying = new Set(wanted);
  const dropped = list.items.flatMap((_, index) => (staying.has(kept[index]!) ? [] : [index]));
  const present = new Set(kept.filter((name) => staying.has(name)));
  const added = wanted.filter((name) => !present.has(name)).map(itemOf);
  if (dropped.length === 0) return added.length === 0 ? [] : [append(place, list, added)];
  if (dropped.length === 1 && added.length === 1) return replaceItem(place, list, list.items[dropped[0]!]!, added);
  // One for one, so that blank lines and comments between them stay where they are; a name that is there twice has one place.
  const first = new Map([...kept.entries()].reverse().map(([index, name]) => [name, index]));
  const places = dropped.filter((index) => first.get(kept[index]!) === index);
  const count = Math.min(places.length, added.length);
  // Such a comment at the end of a list would be behind the step.
  const reused = hasLooseComment(place.text, list) ? places.slice(places.length - count) : places.slice(0, count);
  const replaced = reused.flatMap((index, at) =>
    replaceItem(place, list, list.items[index]!, at === count - 1 ? added.slice(at) : [added[at]!]),
  );
  const taken = new Set(reused);
  const removed = dropped.filter((index) => !taken.has(index));
  const gone = new Set(removed);
  const firstLeft = list.items.findIndex((_, index) => !gone.has(index));
  const lastLeft = list.items.findLastIndex((_, index) => !gone.has(index));
  return [...replaced, ...removed.map((index) => removeItem(place, list, index, index < firstLeft, index > lastLeft))];
}

/** Is there a comment between items that is indented less than they are? */
function hasLooseComment(text: string, { flow, items }: YamlSequence): boolean {
  if (flow) return false;
  const indent = dashIndent(text, items[0]!).length;
  return items.slice(1).some(({ start }, index) =>
    text
      .slice(items[index]!.value.end, start)
      .split('\n')
      .some((line, at) => at > 0 && line.trimStart().startsWith('#') && line.length - line.trimStart().length < indent),
  );
}

/** The first one takes the place, with the comment behind it, and the others get lines of their own. */
function replaceItem(
  place: TextPlace,
  list: YamlSequence,
  item: YamlItem,
  added: readonly PrintedItem[],
): readonly TextEdit[] {
  const { start, end } = item.value;
  if (list.flow) return [place.replace(start, end, joined(place, list, item, added))];
  const [first, ...others] = added;
  const inPlace = place.replace(start, end, itemText(place, first!));
  if (others.length === 0) return [inPlace];
  const lines = others.map((one) => `${place.lineBreak}${dashIndent(place.text, item)}- ${itemText(place, one)}`);
  const lineEnd = withoutBreak(place.text, lineEndAfter(place.text, end));
  return [inPlace, place.replace(lineEnd, lineEnd, lines.join(''))];
}

function append(place: TextPlace, list: YamlSequence, added: readonly PrintedItem[]): TextEdit {
  const last = list.items.at(-1)!;
  const names = joined(place, list, last, added);
  const { end } = last.value;
  if (list.flow) return place.replace(end, end, `${place.comma}${names}`);
  // A comment behind the last one belongs to that.
  const at = withoutBreak(place.text, lineEndAfter(place.text, end));
  return place.replace(at, at, `${place.lineBreak}${dashIndent(place.text, last)}- ${names}`);
}

function joined(place: TextPlace, list: YamlSequence, item: YamlItem, added: readonly PrintedItem[]): string {
  if (list.flow) return added.map((one) => place.flow(one)).join(place.comma);
  return added.map((one) => itemText(place, one)).join(`${place.lineBreak}${dashIndent(place.text, item)}- `);
}

/** An item of a list with dashes, on one line. */
function itemText(place: TextPlace, item: PrintedItem): string {
  return typeof item === 'string' ? scalarText(item) : place.flow(item);
}

function dashIndent(text: string, item: YamlItem): string {
  return ' '.repeat(item.start - lineStartBefore(text, item.start));
}

/**
 * Takes an item out, in block style with its line; a comment behind it stays.
 * @param leads nothing that stays is before it
 * @param trails nothing that stays is behind it
 */
function removeItem(place: TextPlace, list: YamlSequence, index: number, leads: boolean, trails: boolean): TextEdit {
  const { text } = place;
  const item = list.items[index]!;
  if (list.flow) {
    const next = list.items[index + 1];
    return leads && next
      ? place.replace(item.start, next.start, '')
      : place.replace(list.items[index - 1]!.value.end, item.value.end, '');
  }
  const lineEnd = lineEndAfter(text, item.value.end);
  const behind = text.slice(item.value.end, lineEnd);
  if (behind.trim() !== '') return place.replace(item.start, item.value.end + behind.search(/\S/), '');
  const lineStart = lineStartBefore(text, item.start);
  if (text.slice(lineStart, item.start).trim() !== '') return place.replace(item.start, item.value.end, '');
  // With the line break before it, so that neighbours that go both and a missing final newline need no care.
  const lineBreak = withoutBreak(text, lineStart);
  const end = withoutBreak(text, lineEnd);
  return place.replace(trails ? endOfLinesBefore(text, lineBreak) : lineBreak, end, '');
}

/** Where the last line ends that is not blank: blank lines between items are no end of a step, nor of a file. */
function endOfLinesBefore(text: string, end: number): number {
  let at = end;
  for (;;) {
    const lineStart = lineStartBefore(text, at);
    if (text.slice(lineStart, at).trim() !== '') return at;
    at = withoutBreak(text, lineStart);
  }
}
