import type { TextEdit } from '../../model/source.js';
import { lineEndAfter, lineStartBefore } from '../../text/lines.js';
import { blankBetween, type Collection, type Member, membersOf, type StepList } from './step-list.js';
import type { TextPlace } from './text-place.js';

/**
 * Deletes steps from a list, with the blank lines and separators that were written along with them.
 * @param marks offset at which the mark of a step starts
 */
export function removeBlocks(
  place: TextPlace,
  { node: list, steps }: StepList,
  taken: ReadonlySet<number>,
  marks: ReadonlyMap<number, number>,
): readonly TextEdit[] {
  if (!list || taken.size === 0) return [];
  const byStart = new Map<Collection, Map<number, number | undefined>>([[list, new Map()]]);
  const left = new Set(steps.flatMap((step, index) => (taken.has(index) ? [] : [step.entry])));
  steps.forEach((step, index) => {
    if (!taken.has(index)) return;
    const collection = step.group && left.has(step.entry) ? step.group : list;
    const starts = byStart.get(collection) ?? new Map<number, number | undefined>();
    byStart.set(collection, starts);
    const start = collection === list ? membersOf(list)[step.entry]!.start : step.start;
    if (!starts.has(start)) starts.set(start, marks.get(index));
  });
  return [...byStart].flatMap(([collection, starts]) => removeMembers(place, collection, starts));
}

/** @param taken where members start that go, with where their marks start */
function removeMembers(
  place: TextPlace,
  collection: Collection,
  taken: ReadonlyMap<number, number | undefined>,
): readonly TextEdit[] {
  const members = membersOf(collection);
  const kept = members.filter((member) => !taken.has(member.start));
  const firstKept = kept.length === 0 ? members.length : members.indexOf(kept[0]!);
  const spaced = blankBetween(place.text, kept);
  const onOneLine = !collection.flow && sharesLine(place, members[0]!);
  return members.flatMap((member, index): readonly TextEdit[] => {
    if (!taken.has(member.start)) return [];
    const leads = index < firstKept;
    // What stays takes the place on the line of the dash around it.
    if (leads && onOneLine)
      return index > 0 ? [] : [place.replace(member.start, kept[0]?.start ?? members.at(-1)!.end, '')];
    if (collection.flow) return [removeInFlow(place, members, index, leads)];
    return [removeLines(place, member, taken.get(member.start), { spaced, leads })];
  });
}

function sharesLine({ text }: TextPlace, { start }: Member): boolean {
  return text.slice(lineStartBefore(text, start), start).trim() !== '';
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
