import type { InjectedNode, PlannedNode } from '../../model/plan.js';
import type { TextEdit } from '../../model/source.js';
import { lineStartBefore } from '../../text/lines.js';
import { type Field, scalarText } from '../../text/print-yaml.js';
import { bareLines, bareText } from './bare-step.js';
import { flowMapLike } from './flow-style.js';
import { asDescription } from './mark.js';
import {
  blankBetween,
  type Collection,
  endWithOwnComments,
  firstOfFile,
  isDeepComment,
  keepsEnd,
  type ListedStep,
  type Member,
  membersOf,
  type StepSpelling,
  type StepText,
  stepMembers,
} from './step-list.js';
import type { TextPlace } from './text-place.js';

/** An injected node with the fields it is written with. */
export interface PrintedNode {
  readonly node: InjectedNode;
  readonly fields: readonly Field[];
  /** Lines that go above it, or where comments cannot be into its description. */
  readonly mark: readonly string[];
  /** Comments are wanted. */
  readonly commented: boolean;
}

/** Edits that put the injected nodes of a DAG into its text, each behind what it follows in the planned list. */
export function insertSteps(
  place: TextPlace,
  { list: { steps, node: list, nested, breaks }, spelling }: StepText,
  nodes: readonly PlannedNode[],
  print: (node: InjectedNode) => PrintedNode,
): readonly TextEdit[] {
  const openers = breaks ? nodesBeforeBreaks(breaks, steps, nodes) : new Map<PlannedNode, number>();
  const edits: TextEdit[] = [];
  const layouts = new Map<Collection, Layout>();
  const inlined = new Set<Layout>();
  let before: ListedStep | undefined;
  for (const planned of nodes) {
    if (planned.kind === 'kept') {
      before = steps[planned.node];
      continue;
    }
    const group = planned.joins === undefined ? undefined : steps[planned.joins]!.group!;
    const collection = group ?? list!;
    // What is no step may be in front of the first one. Of several files, the first is what all of them are read from.
    const nextFile = breaks?.find((first) => first > 0) ?? Number.POSITIVE_INFINITY;
    const inFront =
      group === undefined && steps[0] && steps[0].entry > 0 ? Math.min(steps[0].entry, nextFile) - 1 : undefined;
    const neighbour =
      before && (group === undefined || before.group === group) ? memberIndex(collection, before) : inFront;
    const layout =
      layouts.get(collection) ?? layoutOf(place, collection, steps, spelling, nested === true && collection === list);
    layouts.set(collection, layout);
    const opener = openers.get(planned);
    if (opener !== undefined) {
      const first = firstOfFile({ breaks }, opener);
      edits.push(insertInto(place, layout, opener > first ? opener - 1 : undefined, print(planned), first));
    } else if (neighbour === undefined && sharesLine(layout)) {
      inlined.add(layout);
      edits.push(insertInline(place, layout, print(planned)));
    } else edits.push(insertInto(place, layout, neighbour, print(planned)));
  }
  // Behind all that was put in front of it.
  return [...edits, ...[...inlined].map((layout) => moveFirst(place, layout))];
}

/**
 * Nodes that are about the step right behind them, and would be in another file than that if they went behind the step before them;
 * each with the member that this step is.
 */
function nodesBeforeBreaks(
  breaks: readonly number[],
  steps: readonly ListedStep[],
  nodes: readonly PlannedNode[],
): ReadonlyMap<PlannedNode, number> {
  const found = new Map<PlannedNode, number>();
  nodes.forEach((node, at) => {
    if (node.kind === 'injected') return;
    const { entry } = steps[node.node]!;
    const before = steps[node.node - 1]?.entry ?? -1;
    if (before >= firstOfFile({ breaks }, entry)) return;
    for (let above = at - 1; above >= 0; above -= 1) {
      const hook = nodes[above]!;
      if (hook.kind === 'kept' || hook.about !== node.node) break;
      found.set(hook, entry);
    }
  });
  return found;
}

/** Which member of the collection a step is, or is in. */
function memberIndex(collection: Collection, step: ListedStep): number {
  if (collection.kind === 'sequence' && collection === step.group)
    return collection.items.findIndex((item) => item.start === step.start);
  return step.entry;
}

/** How the members of a collection are written, found once. */
interface Layout {
  readonly collection: Collection;
  readonly spelling: StepSpelling;
  /** Its members are lists of steps. */
  readonly nested: boolean;
  readonly members: readonly Member[];
  /** A blank line is between members. */
  readonly spaced: boolean;
  /** What is in front of the first member on its line: blanks, unless the member shares the line with something else. */
  readonly lead: string;
  /** How far a step's fields are behind its dash. */
  readonly offset: number;
}

function layoutOf(
  place: TextPlace,
  collection: Collection,
  steps: readonly ListedStep[],
  spelling: StepSpelling,
  nested: boolean,
): Layout {
  const members = membersOf(collection);
  const first = members[0]!;
  return {
    collection,
    spelling,
    nested,
    members,
    spaced: blankBetween(place.text, stepMembers(collection, steps)),
    lead: place.text.slice(place.lineStart(first.start), first.start),
    offset: contentOffset(place, first, collection),
  };
}

/** @param first which member to go in front of where nothing is to be before it */
function insertInto(
  place: TextPlace,
  layout: Layout,
  behind: number | undefined,
  printed: PrintedNode,
  first = 0,
): TextEdit {
  const { collection, members, spaced, lead } = layout;
  if (collection.flow) return insertInFlow(place, layout, behind, printed);
  const indentation = lead.length;
  const lines = blockOf(place, layout, printed).map((line) => (line === '' ? '' : ' '.repeat(indentation) + line));
  if (behind !== undefined) {
    const end = endWithOwnComments(place.text, members[behind]!.end, indentation);
    return place.insertLines(end, spaced && !keepsEnd(place.text, members[behind]!.value) ? ['', ...lines] : lines);
  }
  const at = startOfList(place, collection.kind, place.lineStart(members[first]!.start), indentation);
  const text = [...lines, ...(spaced ? [''] : [])].map((line) => line + place.lineBreak).join('');
  return place.replace(at, at, text);
}

/**
 * Comment lines right above the first step belong to it, so what is inserted goes above them; not above deeper ones, which
 * would be read as the text of a block that ends there, nor above blank lines below the line that opens the list. Where no line
 * opens it, comments above a blank line are those of the file.
 */
export function startOfList(
  place: TextPlace,
  kind: Collection['kind'],
  firstLine: number,
  indentation: number,
): number {
  const isWhole = kind === 'map' && indentation === 0;
  const { text, lineStart } = place;
  let at = firstLine;
  for (let below = firstLine; below > lineStart(0); ) {
    const above = lineStart(below - 1);
    const line = text.slice(above, below);
    const blanks = line.search(/\S/);
    if (blanks < 0 && isWhole) break;
    if (blanks >= 0 && (line[blanks] !== '#' || isDeepComment(line, indentation))) break;
    if (blanks >= 0) at = above;
    below = above;
  }
  return at;
}

/** How far a step's fields are behind its dash, as the first step has it, or will have it where it is a mere command yet. */
function contentOffset({ text, lineStart }: TextPlace, { start, value }: Member, collection: Collection): number {
  if (value.kind === 'sequence' || (value.kind === 'map' && value.flow)) return 2;
  const columnOf = (offset: number) => offset - lineStart(offset);
  if (collection.kind === 'map') return value.kind === 'map' ? columnOf(value.start) - columnOf(start) : 2;
  const blanks = /^-([ \t]+)[^ \t\r\n#]/.exec(text.slice(start, start + 40))?.[1];
  return blanks === undefined ? 2 : 1 + blanks.length;
}

/**
 * What a mark alone tells of the graph has to outlast tools that drop comments, so such a mark is in the step. A name
 * that was written down changes nothing in the graph.
 */
function blockOf(place: TextPlace, layout: Layout, printed: PrintedNode): readonly string[] {
  if (printed.node.instead.length === 0 || layout.spelling.description === undefined)
    return [...printed.mark, ...stepLines(place, layout, printed)];
  const fields = described(printed, layout.spelling);
  const above = printed.commented ? printed.mark.slice(0, 1) : [];
  return [...above, ...stepLines(place, layout, { ...printed, fields })];
}

function stepLines(
  place: TextPlace,
  { collection, spelling, offset, nested }: Layout,
  { node, fields }: PrintedNode,
): readonly string[] {
  const pad = (line: string, width: number) => (line === '' ? '' : ' '.repeat(width) + line);
  if (spelling.bare) {
    return bareLines(place, bareText(fields, [])).map((line, index) =>
      index === 0 ? `-${' '.repeat(offset - 1)}${line}` : pad(line, offset),
    );
  }
  if (collection.kind === 'map') {
    const inside = place.lines(withoutName(fields, spelling));
    return [`${scalarText(node.name)}:`, ...inside.map((line) => pad(line, offset))];
  }
  const listed = (lines: readonly string[]) =>
    lines.map((line, index) => (index === 0 ? `-${' '.repeat(offset - 1)}${line}` : pad(line, offset)));
  const lines = listed(place.lines(fields));
  return nested ? listed(lines) : lines;
}

/** The first member may be on the line of the dash or the colon around its collection: then it moves to a line of its own. */
function sharesLine({ collection, lead }: Layout): boolean {
  return !collection.flow && lead.trim() !== '';
}

function insertInline(place: TextPlace, layout: Layout, printed: PrintedNode): TextEdit {
  const indent = ' '.repeat(layout.lead.length);
  const lines = blockOf(place, layout, printed).map((line) => (line === '' ? '' : indent + line));
  const text = ['', ...lines, ...(layout.spaced ? [''] : [])].join(place.lineBreak);
  const at = behindOpening(place, layout);
  return place.replace(at, at, text);
}

/** The blanks behind that dash or colon stay where they are, in front of the member that moves. */
function moveFirst(place: TextPlace, layout: Layout): TextEdit {
  const at = behindOpening(place, layout);
  return place.replace(at, at, place.lineBreak + ' '.repeat(layout.lead.trimEnd().length));
}

function behindOpening({ lineStart }: TextPlace, { members, lead }: Layout): number {
  return lineStart(members[0]!.start) + lead.trimEnd().length;
}

function insertInFlow(
  place: TextPlace,
  { collection, members, spelling, nested }: Layout,
  behind: number | undefined,
  printed: PrintedNode,
): TextEdit {
  const step = flowStep(place, collection, members, printed, spelling);
  const text = nested ? `[${step}]` : step;
  const separator = separatorOf(place, members);
  const at = behind === undefined ? members[0]!.start : members[behind]!.end;
  return place.replace(at, at, behind === undefined ? `${text}${separator}` : `${separator}${text}`);
}

function flowStep(
  place: TextPlace,
  collection: Collection,
  members: readonly Member[],
  printed: PrintedNode,
  spelling: StepSpelling,
): string {
  if (spelling.bare) return place.flow(bareText(printed.fields, printed.mark));
  const fields = described(printed, spelling);
  const model = members[0]!.value;
  return collection.kind === 'map'
    ? `${place.flow(printed.node.name)}: ${flowMapLike(place, model, withoutName(fields, spelling))}`
    : flowMapLike(place, model, fields);
}

/** Between brackets no comment can be, so the mark goes to where people read what a step is for. */
function described({ fields, mark }: PrintedNode, spelling: StepSpelling): readonly Field[] {
  const { description, marksInCommand, commands } = spelling;
  if (marksInCommand)
    return fields.map(({ key, value }) => ({
      key,
      value: key === commands[0] ? [...mark, value].join('\n') : value,
    }));
  const [name, ...others] = fields;
  return mark.length === 0 || description === undefined
    ? fields
    : [name!, { key: description, value: asDescription(mark) }, ...others];
}

function withoutName(fields: readonly Field[], { name }: StepSpelling): readonly Field[] {
  return fields.filter((field) => field.key !== name);
}

/** What is between two members, or would where there is only one. */
function separatorOf({ text, lineBreak, comma }: TextPlace, members: readonly Member[]): string {
  const [first, second] = members;
  const between = first && second ? text.slice(first.end, second.start) : '';
  if (/^\s*,\s*$/.test(between)) return between;
  const lineStart = lineStartBefore(text, first!.start);
  const indent = text.slice(lineStart, first!.start);
  return indent.trim() === '' && lineStart > 0 ? `,${lineBreak}${indent}` : comma;
}
