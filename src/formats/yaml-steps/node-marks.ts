import type { Listing } from '../../model/listing.js';
import {
  type EmptyValue,
  hookPrefix,
  type Marks,
  type NodeMark,
  type StrayMark,
  waiterLabels,
} from '../../model/mark.js';
import type { InjectedNode, PlannedNode } from '../../model/plan.js';
import type { SourceFile, Span } from '../../model/source.js';
import type { Dag } from '../../model/workflow.js';
import { lineStartBefore } from '../../text/lines.js';
import type { Field } from '../../text/print-yaml.js';
import type { YamlMap, YamlPair } from '../../text/yaml-node.js';
import { type BareStep, readBareText } from './bare-step.js';
import { emptyListOf, emptyValueOf } from './empty-value.js';
import { fingerprintWithout, printedFingerprint, stepPrint, withoutMark } from './fingerprint.js';
import { namelessBefore } from './kept-steps.js';
import { isWrittenLikeOurs } from './like-ours.js';
import {
  aliasLine,
  contentDigest,
  emptyLine,
  insteadLine,
  loneLine,
  markAbove,
  markInDescription,
  markLine,
  marksEndBelow,
  mayHoldMarks,
  namedLine,
  type WrittenMark,
} from './mark.js';
import { aliasCanReturn } from './shared-needs.js';
import { fieldValue, isOneOf, type ListedStep, type StepSpelling, type StepText } from './step-list.js';
import type { TextPlace } from './text-place.js';

/** What the marks of a DAG's injected nodes say, by the planned list that they are written into. */
export function nodeMarks(
  place: TextPlace,
  text: StepText,
  nodes: readonly PlannedNode[],
): (node: InjectedNode, fields: readonly Field[]) => readonly string[] {
  const { spelling } = text;
  const labelOf = labelsOfKept(text, nodes);
  const linesOf = namedLines(place.text, text, nodes);
  const empty = emptyNeeds(place, text, nodes);
  const emptyLines = new Map<string, string[]>();
  for (const { node, needs, value } of empty.values()) {
    const line = emptyLine(labelOf(node), value);
    for (const need of new Set(needs)) emptyLines.set(need, [...(emptyLines.get(need) ?? []), line]);
  }
  const lone = loneLines(text, nodes, labelOf);
  return (node, fields) => {
    const content = printedFingerprint(fields.filter(({ key }) => key !== spelling.name));
    return [
      markLine(node.injection.rule.id, contentDigest(node.name, content)),
      ...node.instead.flatMap((one) => (empty.has(one.node) ? [] : insteadLine(labelOf(one.node), one))),
      ...(emptyLines.get(node.name) ?? []),
      ...(lone.get(node.name) ?? []),
      ...linesOf(node),
    ];
  };
}

/** What marks call steps that were there; most marks name none. */
function labelsOfKept({ dag }: StepText, nodes: readonly PlannedNode[]): (node: number) => string {
  let labels: ReadonlyMap<number, string> | undefined;
  const make = () => {
    const all = waiterLabels(
      nodes.map((node) => {
        if (node.kind === 'injected') return { name: node.name, named: true };
        const { name, named } = dag.nodes[node.node]!;
        return { name, named: named || node.named };
      }),
    );
    return new Map(nodes.flatMap((node, at) => (node.kind === 'kept' ? [[node.node, all[at]!]] : [])));
  };
  return (node) => {
    labels ??= make();
    return labels.get(node)!;
  };
}

/** Lists of needs that get their first one, without a value or with nothing in it. */
function emptyNeeds(
  place: TextPlace,
  { dag, list, spelling }: StepText,
  nodes: readonly PlannedNode[],
): ReadonlyMap<number, { readonly node: number; readonly needs: readonly string[]; readonly value: EmptyValue }> {
  return new Map(
    nodes.flatMap((planned) => {
      if (planned.kind === 'injected' || planned.needs === undefined) return [];
      const { node, needs } = planned;
      const step = list.steps[node]!.node;
      const pair = step.kind === 'map' ? spelling.fieldOf(step, spelling.needs) : undefined;
      if (step.kind !== 'map' || !pair) return [];
      const isNull = pair.value.kind === 'scalar' && pair.value.type === 'null';
      const value = isNull ? emptyValueOf(place.text, pair) : untoldList(place, dag, step, pair, spelling);
      return value ? [[node, { node, needs, value }] as const] : [];
    }),
  );
}

/** An empty list that nothing else tells: by its place, or its spelling, it could be one that goes with the hooks. */
function untoldList(
  place: TextPlace,
  { readings }: Pick<Dag, 'readings'>,
  step: YamlMap,
  pair: YamlPair,
  spelling: StepSpelling,
): EmptyValue | undefined {
  const value = emptyListOf(place.text, pair);
  if (value?.text !== '[]') return value;
  // Where it cuts a step off from what is before it, a mark tells it in any case.
  if (readings.some(({ sequence }) => sequence !== 'none')) return undefined;
  // A name in front of a step's only field makes it the last of two.
  const isTold = step.pairs.length > 1 && !isWrittenLikeOurs(place, step, pair, spelling);
  return isTold ? undefined : value;
}

/** Lone names and aliases that become lists because a hook comes beside them, by the first hook that does. */
function loneLines(
  text: StepText,
  nodes: readonly PlannedNode[],
  labelOf: (node: number) => string,
): ReadonlyMap<string, readonly string[]> {
  const { list, spelling } = text;
  const lines = new Map<string, string[]>();
  if (spelling.needsText) return lines;
  const hooks = new Set(nodes.flatMap((node) => (node.kind === 'injected' ? [node.name] : [])));
  for (const planned of nodes) {
    if (planned.kind === 'injected' || planned.needs === undefined) continue;
    const step = list.steps[planned.node]!.node;
    const value = step.kind === 'map' ? spelling.fieldOf(step, spelling.needs)?.value : undefined;
    const hook = planned.needs.find((need) => hooks.has(need));
    if (!value || hook === undefined) continue;
    const add = (line: string) => lines.set(hook, [...(lines.get(hook) ?? []), line]);
    if (value.kind === 'scalar' && planned.needs.includes(value.value))
      add(loneLine(labelOf(planned.node), value.value));
    if (value.kind === 'alias' && aliasCanReturn(text, planned.node, value))
      add(aliasLine(labelOf(planned.node), value.name));
  }
  return lines;
}

/** Names that were written down are reported by the hooks that wait for them, and those that no hook waits for by the first one. */
function namedLines(
  source: string,
  { dag, list, spelling }: StepText,
  nodes: readonly PlannedNode[],
): (node: InjectedNode) => readonly string[] {
  const lines = new Map(
    nodes.flatMap((node) => {
      if (node.kind === 'injected' || !node.named) return [];
      const { name } = dag.nodes[node.node]!;
      return [[name, namedLine(name, namelessBefore(source, list.steps[node.node]!, spelling))]];
    }),
  );
  if (lines.size === 0) return () => [];
  const awaited = new Set(nodes.flatMap((node) => (node.kind === 'injected' ? (node.needs ?? []) : [])));
  const others = [...lines].flatMap(([name, line]) => (awaited.has(name) ? [] : [line]));
  const first = nodes.find((node) => node.kind === 'injected');
  return (node) => [...(node.needs ?? []).flatMap((need) => lines.get(need) ?? []), ...(node === first ? others : [])];
}

/** The marks in lists of steps, and what has become of the blocks below them. */
export function readNodeMarks(files: readonly SourceFile[], texts: Listing<StepText>): StepMarks {
  const byPath = new Map(files.flatMap(({ path, text }) => (mayHoldMarks(text) ? [[path, text]] : [])));
  const found: StepMarks[] = [];
  for (let index = 0; byPath.size > 0 && index < texts.length; index += 1) {
    const text = texts.at(index)!;
    const file = byPath.get(text.dag.file);
    if (file !== undefined) found.push(marksInList(file, text));
  }
  // What is below the last step of a list is also below the step that has this list.
  const stray = new Map(
    found.flatMap((one) => one.stray).map((mark) => [`${mark.span.start} ${mark.span.file}`, mark]),
  );
  return { nodes: found.flatMap(({ nodes }) => nodes), stray: [...stray.values()] };
}

type StepMarks = Pick<Marks, 'nodes' | 'stray'>;

function marksInList(text: string, { dag, list, spelling }: StepText): StepMarks {
  const nodes: NodeMark[] = [];
  const stray: StrayMark[] = [];
  const isAllOf = namesAlone({ dag, list, spelling });
  // A text that is in no list was not put there.
  if (!list.node) return { nodes, stray };
  let floor = list.opening;
  list.steps.forEach((step, index) => {
    const description =
      step.node.kind === 'map' && spelling.description !== undefined
        ? fieldValue(step.node, spelling.description, spelling)
        : undefined;
    const bare = bareTextOf(step, spelling);
    const above = step.inFlow ? undefined : markAbove(text, step.start, floor, { pastComments: true });
    const before = list.steps[index - 1];
    if (before && !before.inFlow)
      stray.push(...marksBetween(text, dag.file, { start: before.start, end: floor }, step));
    if (above) for (const mark of marksWithin(text, dag.file, above.start, floor)) stray.push(mark);
    floor = Math.max(step.start, step.node.end);
    const inside = bare?.mark ?? (description?.kind === 'scalar' ? markInDescription(description.value) : undefined);
    const found = above ?? inside;
    if (!found) return;
    const { rule, digest } = found;
    const { instead, cut, unwritten, empty, lone } = inside ?? found;
    const named = new Map([...(above?.named ?? []), ...(inside?.named ?? [])].filter(([name]) => !isAllOf(name)));
    const { start, end } = above ?? description ?? step.node;
    const span = { file: dag.file, start, end };
    const { name } = dag.nodes[index]!;
    if ((step.node.kind !== 'map' && bare?.name === undefined) || !name.startsWith(hookPrefix)) {
      if (above) stray.push(strayMark(dag.file, above));
      return;
    }
    const left = isOneOf(inside ? [spelling.name, spelling.description ?? ''] : [spelling.name], spelling);
    const print =
      step.node.kind === 'map' ? fingerprintWithout(withoutMark(step.node, spelling), left) : stepPrint(step, spelling);
    const intact = contentDigest(name, print) === digest;
    nodes.push({ rule, dag: dag.index, node: index, span, intact, instead, cut, unwritten, empty, lone, named });
  });
  const last = list.steps.at(-1);
  const below = last && !last.inFlow ? marksBelow(text, dag.file, { start: last.start, end: floor }) : [];
  return { nodes, stray: [...stray, ...below] };
}

/** Marks in the lines above an offset, none of them before `floor`. */
export function marksWithin(text: string, file: string, offset: number, floor: number): readonly StrayMark[] {
  const found: StrayMark[] = [];
  const above = (below: number) => markAbove(text, below, floor, { pastComments: true });
  for (let one = above(offset); one; one = above(one.start)) found.push(strayMark(file, one));
  return found;
}

/** Marks that are below the last member of a block collection, where they mark nothing. */
export function marksBelow(
  text: string,
  file: string,
  last: { readonly start: number; readonly end: number },
): readonly StrayMark[] {
  return marksWithin(text, file, marksEndBelow(text, last.start, last.end), Math.max(last.start, last.end));
}

/** Marks below a member where something else, such as a key that is no step, is between them and the next one. */
function marksBetween(
  text: string,
  file: string,
  before: { readonly start: number; readonly end: number },
  next: { readonly start: number },
): readonly StrayMark[] {
  const end = marksEndBelow(text, before.start, before.end);
  const isBetween = /^[ \t]*[^\s#]/m.test(text.slice(end, lineStartBefore(text, next.start)));
  return isBetween ? marksBelow(text, file, before) : [];
}

function strayMark(file: string, { rule, start, end }: WrittenMark): StrayMark {
  return { rule, span: { file, start, end } };
}

/** Names that are all that is left of a step: without them, it would be none. */
function namesAlone({ dag, list, spelling }: StepText): (name: string) => boolean {
  let names: ReadonlySet<string> | undefined;
  const isAlone = ({ node }: ListedStep) =>
    node.kind === 'map' && node.pairs.length === 1 && spelling.fieldOf(node, spelling.name) !== undefined;
  return (name) => {
    names ??= new Set(list.steps.flatMap((step, index) => (isAlone(step) ? [dag.nodes[index]!.name] : [])));
    return names.has(name);
  };
}

/** A text that may begin with a mark: the step, or its command. */
function bareTextOf({ node }: ListedStep, spelling: StepSpelling): BareStep | undefined {
  if (spelling.bare && node.kind === 'scalar') return readBareText(node.value);
  const command =
    node.kind === 'map' && spelling.marksInCommand ? fieldValue(node, spelling.commands[0]!, spelling) : undefined;
  return command?.kind === 'scalar' ? readBareText(command.value) : undefined;
}

/** Where each node is in the text, from its mark on if it has one. */
export function nodeSpans(texts: Listing<StepText>, marks: () => Marks) {
  let starts: ReadonlyMap<string, number> | undefined;
  return (dag: number, index: number): Span => {
    starts ??= new Map(marks().nodes.map((mark) => [`${mark.dag} ${mark.node}`, mark.span.start]));
    const { list, dag: own } = texts.at(dag)!;
    const { start, node } = list.steps[index]!;
    return { file: own.file, start: Math.min(start, starts.get(`${dag} ${index}`) ?? start), end: node.end };
  };
}
