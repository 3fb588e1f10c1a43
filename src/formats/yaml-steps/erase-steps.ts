import type { Listing } from '../../model/listing.js';
import { type DagRemoval, type Marks, marksByDag, type NodeMark } from '../../model/mark.js';
import type { TextEdit } from '../../model/source.js';
import { lineEndAfter, lineStartBefore, withoutBreak } from '../../text/lines.js';
import { mergedPairs, present } from '../../text/yaml-access.js';
import type { YamlNode, YamlPair } from '../../text/yaml-node.js';
import { markParts } from './mark.js';
import { type Hides, type NeedsLeft, restoreStep } from './restore-step.js';
import { mayBeAlias } from './shared-needs.js';
import {
  blankBetween,
  type Collection,
  firstOfFile,
  keepsEnd,
  type ListedStep,
  type Member,
  membersOf,
  type StepList,
  type StepText,
  stepMembers,
} from './step-list.js';
import type { TextPlace } from './text-place.js';
import { unwrap } from './unwrap.js';

/** Edits that take steps out of lists again, with what was written to put them in, and marks of nothing. */
export function eraseSteps(
  placeOf: (file: string) => TextPlace,
  texts: Listing<StepText>,
  removals: readonly DagRemoval[],
  { nodes, stray }: Pick<Marks, 'nodes' | 'stray'>,
): readonly TextEdit[] {
  const ofDag = marksByDag(nodes);
  const startsOfFiles = startsByEnd(texts, removals, ofDag);
  const erased = removals.flatMap((one) => {
    const text = texts.at(one.dag)!;
    return eraseInList(placeOf(text.dag.file), text, one, ofDag.get(one.dag) ?? [], startsOfFiles.get(text.dag.file)!);
  });
  const left = stray.flatMap(({ span }) => {
    const { start, parts } = markParts(placeOf(span.file).text, span, span.end);
    return (start === undefined ? parts : [span]).map((one) => ({ file: span.file, ...one, text: '' }));
  });
  return [...left, ...erased];
}

/** By the end of each step that goes: where it starts, with its mark if there is one above it. */
type StartsByEnd = ReadonlyMap<number, number>;

function startsByEnd(
  texts: Listing<StepText>,
  removals: readonly DagRemoval[],
  ofDag: ReadonlyMap<number, readonly NodeMark[]>,
): ReadonlyMap<string, StartsByEnd> {
  const files = new Map<string, Map<number, number>>();
  for (const { dag, nodes } of removals) {
    const { list, dag: of } = texts.at(dag)!;
    const starts = files.get(of.file) ?? new Map<number, number>();
    files.set(of.file, starts);
    for (const node of nodes) starts.set(list.steps[node]!.node.end, list.steps[node]!.start);
    for (const { node, span } of ofDag.get(dag) ?? []) {
      const step = list.steps[node]!;
      if (nodes.has(node) && span.start < step.start) starts.set(step.node.end, span.start);
    }
  }
  return files;
}

/**
 * Where a member ended before steps were put behind its last one, where those came behind comments of that one: then the blank line
 * behind it, if any, is in front of the comments.
 */
function endWithout(starts: StartsByEnd, text: string, end: number): number {
  let last = end;
  let hasComment = false;
  for (let start = starts.get(last); start !== undefined; start = starts.get(last)) {
    last = lineStartBefore(text, start);
    for (let line = lineBefore(text, last); /^\s*(?:#|$)/.test(line); line = lineBefore(text, last)) {
      if (last === 0) break;
      hasComment ||= line.trim() !== '';
      last -= line.length;
    }
    last = withoutBreak(text, last);
  }
  return hasComment ? last : end;
}

function lineBefore(text: string, lineStart: number): string {
  return text.slice(lineStartBefore(text, Math.max(0, lineStart - 1)), lineStart);
}

/** It was written to cut a step off from what is before it. */
const emptyList = { text: '[]', colon: true };

function eraseInList(
  place: TextPlace,
  text: StepText,
  { nodes, needs, cut, empty, lone, bare, names }: DagRemoval,
  marks: readonly NodeMark[],
  allStarts: StartsByEnd,
): readonly TextEdit[] {
  const { list, spelling } = text;
  const edits: TextEdit[] = [];
  const starts = new Map<number, number>();
  for (const { node, span } of marks) {
    if (!nodes.has(node) || span.start >= list.steps[node]!.start) continue;
    const { start, parts } = markParts(place.text, span, lineStartBefore(place.text, list.steps[node]!.start));
    if (start !== undefined) starts.set(node, start);
    edits.push(...parts.map((part) => place.replace(part.start, part.end, '')));
  }
  for (const edit of removeBlocks(place, list, nodes, { starts, allStarts })) edits.push(edit);
  const listOf = (node: number): NeedsLeft['list'] =>
    cut.has(node) ? emptyList : bare.has(node) ? 'none' : empty.get(node);
  const loneAt = (node: number) => {
    const before = lone.get(node);
    const isAlias = typeof before === 'object';
    return isAlias && !mayBeAlias(text, place.text, node, before.alias, { nodes, needs }) ? undefined : before;
  };
  const hides = hiddenFields(text, { needs, names });
  for (const node of new Set([...needs.keys(), ...names.keys()])) {
    const left = needs.get(node) && { needs: needs.get(node)!, list: listOf(node), lone: loneAt(node) };
    const name = names.get(node);
    const withoutNeeds = left?.needs.length === 0 && typeof left.list !== 'object';
    const unwrapped = name === 'command' ? unwrap(place, list.steps[node]!, withoutNeeds, spelling, hides) : undefined;
    edits.push(...(unwrapped ?? restoreStep(place, text, node, { needs: left, name }, hides)));
  }
  return edits;
}

/** A field may have its key in another spelling, or a merge key may bring it in from a step in which it stays. */
function hiddenFields({ list, spelling }: StepText, { needs, names }: Pick<DagRemoval, 'needs' | 'names'>): Hides {
  const fieldAt = (index: number, key: string) => {
    const { node } = list.steps[index]!;
    return node.kind === 'map' ? spelling.fieldOf(node, key) : undefined;
  };
  let emptied: ReadonlySet<YamlPair | undefined> | undefined;
  const findEmptied = () =>
    new Set([
      ...[...needs].map(([index, left]) => (left.length === 0 ? fieldAt(index, spelling.needs) : undefined)),
      ...[...names.keys()].map((index) => fieldAt(index, spelling.name)),
    ]);
  return (map, pair, key) => {
    const pairs = map.pairs.filter((other) => other !== pair);
    const merged = pairs.some((other) => other.key.value === '<<') ? mergedPairs({ ...map, pairs }) : [];
    if (pairs.some((other) => spelling.isKey(other.key.value, key))) return true;
    emptied ??= findEmptied();
    return merged.some(
      (other) => spelling.isKey(other.key.value, key) && !emptied!.has(other) && saysMore(other.value),
    );
  };
}

function saysMore(node: YamlNode): boolean {
  const value = present(node);
  return value !== undefined && !(value.kind === 'sequence' && value.items.length === 0);
}

/**
 * Deletes steps from a list, with the blank lines and separators that were written along with them.
 * @param starts offset at which the mark of a step starts
 * @param allStarts of steps in the lists that its members hold as well
 */
function removeBlocks(
  place: TextPlace,
  { node: list, steps, breaks }: StepList,
  taken: ReadonlySet<number>,
  { starts, allStarts }: { readonly starts: ReadonlyMap<number, number>; readonly allStarts: StartsByEnd },
): readonly TextEdit[] {
  if (!list || taken.size === 0) return [];
  const byStart = new Map<Collection, Map<number, number | undefined>>([[list, new Map()]]);
  const left = new Set(steps.flatMap((step, index) => (taken.has(index) ? [] : [step.entry])));
  const members = membersOf(list);
  steps.forEach((step, index) => {
    if (!taken.has(index)) return;
    const collection = step.group && left.has(step.entry) ? step.group : list;
    const marks = byStart.get(collection) ?? new Map<number, number | undefined>();
    byStart.set(collection, marks);
    const start = collection === list ? members[step.entry]!.start : step.start;
    if (!marks.has(start)) marks.set(start, starts.get(index));
  });
  const kept = steps.filter((_, index) => !taken.has(index));
  return [...byStart].flatMap(([collection, marks]) =>
    removeMembers(place, { node: collection, breaks }, kept, marks, allStarts),
  );
}

/** @param taken where members start that go, with where their marks start */
function removeMembers(
  place: TextPlace,
  { node: collection, breaks }: Pick<StepList, 'breaks'> & { readonly node: Collection },
  steps: readonly ListedStep[],
  taken: ReadonlyMap<number, number | undefined>,
  allStarts: StartsByEnd,
): readonly TextEdit[] {
  const members = membersOf(collection);
  const kept = members.filter((member) => !taken.has(member.start));
  const firstKept = kept.length === 0 ? members.length : members.indexOf(kept[0]!);
  const opens = (index: number) => {
    for (let at = firstOfFile({ breaks }, index); at < index; at += 1) if (!taken.has(members[at]!.start)) return false;
    return true;
  };
  const models = stepMembers(collection, steps).filter((member) => !taken.has(member.start));
  const [first, second] = models.length > 1 ? models : kept;
  const before = first && { ...first, end: endWithout(allStarts, place.text, first.end) };
  const spaced = before !== undefined && second !== undefined && blankBetween(place.text, [before, second]);
  const onOneLine = !collection.flow && sharesLine(place, members[0]!);
  return members.flatMap((member, index): readonly TextEdit[] => {
    if (!taken.has(member.start)) return [];
    const leads = breaks ? opens(index) : index < firstKept;
    // What stays takes the place on the line of the dash around it.
    if (leads && onOneLine) {
      if (index > 0) return [];
      const first = place.replace(member.start, kept[0]?.start ?? members.at(-1)!.end, '');
      return [...markAboveLine(place, member, taken.get(member.start)), first];
    }
    if (collection.flow) return [removeInFlow(place, members, index, leads)];
    // A blank line behind a block that keeps its end is one of its lines.
    const apart = spaced && (leads || !keepsEnd(place.text, members[index - 1]!.value));
    return [removeLines(place, member, taken.get(member.start), { spaced: apart, leads })];
  });
}

function sharesLine({ text }: TextPlace, { start }: Member): boolean {
  return text.slice(lineStartBefore(text, start), start).trim() !== '';
}

/** What a mark takes up above the line that stays. */
function markAboveLine({ text, replace }: TextPlace, { start }: Member, mark: number | undefined): readonly TextEdit[] {
  return mark === undefined ? [] : [replace(mark, lineStartBefore(text, start), '')];
}

function removeInFlow(place: TextPlace, members: readonly Member[], index: number, leads: boolean): TextEdit {
  const member = members[index]!;
  const next = members[index + 1];
  if (leads) return place.replace(member.start, next ? next.start : member.end, '');
  return place.replace(members[index - 1]!.end, member.end, '');
}

function removeLines(
  { text, replace }: TextPlace,
  member: Member,
  mark: number | undefined,
  around: { readonly spaced: boolean; readonly leads: boolean },
): TextEdit {
  const start = mark ?? lineStartBefore(text, member.start);
  const end = lineEndAfter(text, member.end);
  if (!around.spaced) return replace(start, end, '');
  if (around.leads) {
    const behind = lineEndAfter(text, end);
    return replace(start, text.slice(end, behind).trim() === '' ? behind : end, '');
  }
  const before = lineStartBefore(text, Math.max(0, start - 1));
  return replace(text.slice(before, start).trim() === '' ? before : start, end, '');
}
