import { createHash } from 'node:crypto';
import type { InjectedNode, PlannedNode } from '../../model/plan.js';
import type { TextEdit } from '../../model/source.js';
import { lineEndAfter, lineStartBefore } from '../../text/lines.js';
import { blockLines, type Field, flowScalarText, flowText, scalarText } from '../../text/print-yaml.js';
import type { YamlItem, YamlMap, YamlNode, YamlSequence } from '../../text/yaml-node.js';
import type { DaguDocument } from './document.js';
import type { DaguStep } from './steps.js';
import type { TextPlace } from './text-place.js';

/** An injected node with the fields it is written with. */
export interface PrintedNode {
  readonly node: InjectedNode;
  readonly fields: readonly Field[];
  readonly marks: boolean;
}

/** A collection that steps are written into: the list itself, a nested list, or the map form. */
type Collection = YamlSequence | YamlMap;

/** Edits that put the injected nodes of a DAG into its text, each behind what it follows in the planned list. */
export function insertSteps(
  place: TextPlace,
  document: DaguDocument,
  nodes: readonly PlannedNode[],
  marks: boolean,
  fieldsOf: (node: InjectedNode) => readonly Field[],
): readonly TextEdit[] {
  const { steps, node: list } = document.steps;
  const edits: TextEdit[] = [];
  const layouts = new Map<Collection, Layout>();
  let before: DaguStep | undefined;
  for (const planned of nodes) {
    if (planned.kind === 'kept') {
      before = steps[planned.node];
      continue;
    }
    const group = planned.joins === undefined ? undefined : steps[planned.joins]!.group!;
    const collection = group ?? list!;
    const neighbour =
      before && (group === undefined || before.group === group) ? memberIndex(collection, before) : undefined;
    const layout = layouts.get(collection) ?? layoutOf(place, collection);
    layouts.set(collection, layout);
    edits.push(insertInto(place, layout, neighbour, { node: planned, fields: fieldsOf(planned), marks }));
  }
  return edits;
}

/** Which member of the collection a step is, or stands in. */
function memberIndex(collection: Collection, step: DaguStep): number {
  if (collection.kind === 'sequence' && collection === step.group)
    return collection.items.findIndex((item) => item.start === step.start);
  return step.entry;
}

/** How the members of a collection are written, found once. */
interface Layout {
  readonly collection: Collection;
  readonly members: readonly Member[];
  /** A blank line stands between members. */
  readonly spaced: boolean;
  /** What stands in front of the first member on its line: blanks, unless the member shares the line with something else. */
  readonly lead: string;
  /** How far a step's fields stand behind its dash. */
  readonly offset: number;
}

function layoutOf(place: TextPlace, collection: Collection): Layout {
  const members = membersOf(collection);
  const first = members[0]!;
  return {
    collection,
    members,
    spaced: blankBetween(place.text, members),
    lead: place.text.slice(lineStartBefore(place.text, first.start), first.start),
    offset: contentOffset(place, first, collection),
  };
}

function insertInto(place: TextPlace, layout: Layout, behind: number | undefined, printed: PrintedNode): TextEdit {
  const { collection, members, spaced, lead } = layout;
  if (collection.flow) return insertInFlow(place, layout, behind, printed);
  if (behind === undefined && lead.trim() !== '') return insertInline(place, layout, printed);
  const lines = [...(printed.marks ? [mark(printed)] : []), ...stepLines(layout, printed)].map((line) =>
    line === '' ? '' : ' '.repeat(lead.length) + line,
  );
  if (behind !== undefined) return place.insertLines(members[behind]!.end, spaced ? ['', ...lines] : lines);
  const at = startOfList(place.text, lineStartBefore(place.text, members[0]!.start));
  const text = [...lines, ...(spaced ? [''] : [])].map((line) => line + place.lineBreak).join('');
  return place.replace(at, at, text);
}

interface Member {
  readonly start: number;
  readonly end: number;
  readonly value: YamlNode;
}

function membersOf(collection: Collection): readonly Member[] {
  if (collection.kind === 'map') {
    return collection.pairs.map(({ key, value }) => ({ start: key.start, end: Math.max(key.end, value.end), value }));
  }
  return collection.items.map((item: YamlItem) => ({
    start: item.start,
    end: Math.max(item.start + 1, item.value.end),
    value: item.value,
  }));
}

/** Comment lines right above the first step belong to it: what is inserted goes above them, below the line that opens the list. */
function startOfList(text: string, firstLine: number): number {
  let at = firstLine;
  while (at > 0) {
    const previous = lineStartBefore(text, at - 1);
    const line = text.slice(previous, at).trim();
    if (line !== '' && !line.startsWith('#')) break;
    at = previous;
  }
  return at;
}

/** How far a step's fields stand behind its dash, as the first step has it. */
function contentOffset(place: TextPlace, first: Member, collection: Collection): number {
  if (collection.kind === 'map') return 2;
  const offset = first.value.start - first.start;
  const sameLine = !place.text.slice(first.start, first.value.start).includes('\n');
  return first.value.kind === 'map' && !first.value.flow && first.value.anchor === undefined && sameLine && offset >= 2
    ? offset
    : 2;
}

function blankBetween(text: string, members: readonly Member[]): boolean {
  const [first, second] = members;
  if (!first || !second) return false;
  const behind = lineEndAfter(text, first.end);
  return behind < second.start && text.slice(behind, lineEndAfter(text, behind)).trim() === '';
}

function stepLines({ collection, offset }: Layout, { node, fields }: PrintedNode): readonly string[] {
  const pad = (line: string, width: number) => (line === '' ? '' : ' '.repeat(width) + line);
  if (collection.kind === 'map') {
    const inside = blockLines(fields.filter((field) => field.key !== 'name'));
    return [`${scalarText(node.name)}:`, ...inside.map((line) => pad(line, offset))];
  }
  return blockLines(fields).map((line, index) =>
    index === 0 ? `-${' '.repeat(offset - 1)}${line}` : pad(line, offset),
  );
}

/** The first member of a nested list may stand on the line of the dash around it, where no line can be put above it. */
function insertInline(place: TextPlace, layout: Layout, printed: PrintedNode): TextEdit {
  const { start } = layout.members[0]!;
  const indent = ' '.repeat(layout.lead.length);
  const lines = stepLines(layout, printed).map((line, index) => (index === 0 || line === '' ? line : indent + line));
  return place.replace(start, start, `${lines.join(place.lineBreak)}${place.lineBreak}${indent}`);
}

function insertInFlow(
  place: TextPlace,
  layout: Layout,
  behind: number | undefined,
  { node, fields }: PrintedNode,
): TextEdit {
  const { collection, members } = layout;
  const { json } = place;
  const text =
    collection.kind === 'map'
      ? `${json ? flowText(node.name, true) : flowScalarText(node.name)}: ${flowText({ fields: fields.filter((field) => field.key !== 'name') }, json)}`
      : flowText({ fields }, json);
  const separator = separatorOf(place, members);
  const at = behind === undefined ? members[0]!.start : members[behind]!.end;
  return place.replace(at, at, behind === undefined ? `${text}${separator}` : `${separator}${text}`);
}

/** What stands between two members, or would where there is only one. */
function separatorOf({ text, lineBreak }: TextPlace, members: readonly Member[]): string {
  const [first, second] = members;
  const between = first && second ? text.slice(first.end, second.start) : '';
  if (/^\s*,\s*$/.test(between)) return between;
  const lineStart = lineStartBefore(text, first!.start);
  const indent = text.slice(lineStart, first!.start);
  return indent.trim() === '' && lineStart > 0 ? `,${lineBreak}${indent}` : ', ';
}

/** The comment that an injected block begins with: the rule, and a digest by which an edit by hand is seen. */
function mark({ node, fields }: PrintedNode): string {
  const digest = createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 12);
  return `# dagweave: ${node.injection.rule.id} ${digest}`;
}
