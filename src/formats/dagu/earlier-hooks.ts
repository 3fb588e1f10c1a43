import type { Report } from '../../diagnostics/diagnostics.js';
import type { HandlerMark, Marks, Removal, StrayMark } from '../../model/mark.js';
import { type HandlerPlan, handlersByDag } from '../../model/plan.js';
import type { TextEdit } from '../../model/source.js';
import { joinDeletions } from '../../text/edits.js';
import { lineEndAfter, lineStartBefore } from '../../text/lines.js';
import { scalarText } from '../../text/print-yaml.js';
import type { YamlMap, YamlPair, YamlScalar, YamlSequence } from '../../text/yaml-node.js';
import { eraseSteps } from '../yaml-steps/erase-steps.js';
import { mayHoldMarks } from '../yaml-steps/mark.js';
import { marksBelow, marksWithin, readNodeMarks } from '../yaml-steps/node-marks.js';
import { type TextPlace, textPlaces } from '../yaml-steps/text-place.js';
import type { Dialect } from './dialect.js';
import type { DaguDocument } from './document.js';
import { textOf } from './fields.js';
import { handlerKeys, handlerPair, handlersOf } from './handler-fields.js';
import { type HandlerHooks, handlerHooks } from './handler-hooks.js';
import { inQuotes } from './merge-handler.js';
import type { DaguWorkflow } from './read.js';

/** Edits that take hooks out of the files of a workflow, with all that was written to put them in. */
export function stripHooks(read: DaguWorkflow, marks: Marks, removal: Removal, report: Report): readonly TextEdit[] {
  const placeOf = textPlaces(read.workflow.files);
  const edits = [...eraseSteps(placeOf, read.texts, removal.dags, marks)];
  const demanded = handlersByDag(removal.handlers);
  for (const dag of new Set([...marks.handlers.map((mark) => mark.dag), ...demanded.keys()])) {
    const document = read.documents.at(dag)!;
    const ofDag = { document, dag, demanded: demanded.get(dag) ?? [], dialect: read.version.dialect };
    edits.push(...takeOutOfHandlers(placeOf(document.file), ofDag, report));
  }
  return joinDeletions(read.workflow.files, edits);
}

interface HandlersOfDag {
  readonly document: DaguDocument;
  readonly dag: number;
  /** What the rules put into them. */
  readonly demanded: readonly HandlerPlan[];
  readonly dialect: Dialect;
}

/** Edits that take hooks out of the handlers of a DAG: those with marks, and those that say what is demanded. */
export function takeOutOfHandlers(
  place: TextPlace,
  { document, dag, demanded, dialect }: HandlersOfDag,
  report: Report,
): readonly TextEdit[] {
  const hooks = handlerHooks(place.text, document, dag, demanded, dialect);
  for (const one of hooks) reportRepeated(one, document, report);
  return hooks.length > 0 ? removeFromHandlers(place, document, hooks) : [];
}

/** Every mark of ours in the files of a workflow. */
export function readMarks({ workflow, documents, texts, version, withHandlers }: DaguWorkflow): Marks {
  const files = new Map(workflow.files.map(({ path, text }) => [path, mayHoldMarks(text) ? text : undefined]));
  const found = withHandlers.flatMap((dag) => {
    const text = files.get(workflow.dags[dag]!.file);
    return text === undefined ? [] : handlerHooks(text, documents.at(dag)!, dag, [], version.dialect);
  });
  const handlers = marksOf(found);
  const whole = marksOf(found.filter(({ kind }) => kind === 'whole'));
  const openHandlers = withHandlers.filter((dag) => hasOpenHandler(documents.at(dag)!, dag, whole));
  const { nodes, stray } = readNodeMarks(workflow.files, texts);
  const atHandlers = withHandlers.flatMap((dag) => {
    const own = handlers.filter((mark) => mark.dag === dag);
    return marksOfNoHandler(files.get(workflow.dags[dag]!.file), documents.at(dag)!, own);
  });
  return { nodes, stray: [...stray, ...atHandlers], handlers, openHandlers };
}

function marksOf(hooks: readonly HandlerHooks[]): readonly HandlerMark[] {
  return hooks.flatMap(({ mark }) => mark ?? []);
}

/** Marks above the mark of a handler or of its first command, and below the last handler. */
function marksOfNoHandler(
  text: string | undefined,
  document: DaguDocument,
  marks: readonly HandlerMark[],
): readonly StrayMark[] {
  const { pair, map } = handlersOf(document) ?? {};
  if (text === undefined || !pair || !map || map.flow || map.pairs.length === 0) return [];
  const ends = map.pairs.map(({ key, value }) => Math.max(key.end, value.end));
  const above = marks.flatMap(({ span }) => {
    const behind = map.pairs.findIndex(({ start }) => start > span.start);
    const around = map.pairs.find(({ start }, at) => start < span.start && span.start < ends[at]!);
    const isAboveItem = around !== undefined && /^\s*-\s/.test(text.slice(span.end, lineEndAfter(text, span.end)));
    const floor = isAboveItem ? around.key.end : (ends[behind - 1] ?? pair.key.end);
    const isAbove = isAboveItem || (behind >= 0 && span.start >= floor);
    return isAbove ? marksWithin(text, document.file, span.start, floor) : [];
  });
  return [...above, ...marksBelow(text, document.file, { start: map.pairs.at(-1)!.start, end: ends.at(-1)! })];
}

/** One that hooks may have gone into where no comment can be, as between brackets, or besides those that have a mark. */
function hasOpenHandler(document: DaguDocument, dag: number, whole: readonly HandlerMark[]): boolean {
  const present = handlersOf(document)?.map;
  return handlerKeys.some(
    (key) =>
      present !== undefined &&
      handlerPair(present, key) !== undefined &&
      !whole.some((mark) => mark.dag === dag && mark.handler === key),
  );
}

/** Nothing tells hooks that somebody copied from a command of their own that says the same. */
function reportRepeated(one: HandlerHooks, { file, root }: DaguDocument, report: Report): void {
  if (one.kind === 'whole' || one.times < 2) return;
  const { start, end } = one.pair.key;
  const dag = textOf(root, 'name') ?? file;
  report('DW718', { handler: one.pair.key.value, dag, times: one.times }, { span: { file, start, end } });
}

/** Edits that take hooks out of the handlers of a document, and the handlers that only hooks fill. */
function removeFromHandlers(
  place: TextPlace,
  document: DaguDocument,
  hooks: readonly HandlerHooks[],
): readonly TextEdit[] {
  const { pair, map } = handlersOf(document)!;
  const whole = new Set(hooks.flatMap((one) => (one.kind === 'whole' ? [one.pair] : [])));
  if (whole.size === map.pairs.length) return [removePair(place, document.written, pair, undefined)];
  return hooks.flatMap((one): readonly TextEdit[] => {
    if (one.kind === 'whole') return [removePair(place, map, one.pair, startAbove(one.mark, one.pair.start))];
    if (one.kind === 'items') return removeFirst(place, one.list, one.starts);
    return removeFirstLines(place, one.command, one.count);
  });
}

/** Where a mark starts that is above what it marks, and not inside of it. */
function startAbove(mark: HandlerHooks['mark'], start: number): number | undefined {
  return mark && mark.span.start < start ? mark.span.start : undefined;
}

function removePair(place: TextPlace, map: YamlMap, pair: YamlPair, mark: number | undefined): TextEdit {
  const { text, replace } = place;
  const { pairs } = map;
  const at = pairs.indexOf(pair);
  const end = Math.max(pair.key.end, pair.value.end);
  const next = pairs[at + 1];
  if (map.flow && at > 0) return replace(Math.max(pairs[at - 1]!.key.end, pairs[at - 1]!.value.end), end, '');
  if (map.flow) return replace(pair.start, next ? next.start : end, '');
  return replace(mark ?? lineStartBefore(text, pair.start), lineEndAfter(text, end), '');
}

/** @param starts where each of the items to remove starts */
function removeFirst(
  { text, replace }: TextPlace,
  { items, flow }: YamlSequence,
  starts: readonly number[],
): readonly TextEdit[] {
  const next = items[starts.length];
  if (!next) return [replace(starts[0]!, items.at(-1)!.value.end, '')];
  if (flow) return [replace(starts[0]!, next.start, '')];
  return starts.map((start, at) => replace(lineStartBefore(text, start), lineEndAfter(text, items[at]!.value.end), ''));
}

/** In a `|` block by its lines, in quotes as they were put in; otherwise the text is written anew, as a block where it has several lines. */
function removeFirstLines(place: TextPlace, command: YamlScalar, count: number): readonly TextEdit[] {
  const { text, replace } = place;
  if (command.style === 'literal') {
    const start = lineEndAfter(text, command.start);
    let end = start;
    for (let line = 0; line < count; line += 1) end = lineEndAfter(text, end);
    return [replace(start, end, '')];
  }
  const lines = command.value.split('\n');
  const written = inQuotes(`${lines.slice(0, count).join('\n')}\n`);
  if (command.style === 'double' && text.startsWith(written, command.start + 1))
    return [replace(command.start + 1, command.start + 1 + written.length, '')];
  const rest = lines.slice(count).join('\n');
  if (place.json) return [replace(command.start, command.end, place.flow(rest))];
  const line = lineStartBefore(text, command.start);
  const indent = ' '.repeat(text.slice(line).search(/\S/));
  const printed = place
    .lines([{ key: 'k', value: rest }])
    .map((one, index) => (index === 0 ? one.slice(3) : indent + one));
  const inBlock =
    text
      .slice(line, command.start)
      .trimStart()
      .match(/^[\w-]+:\s*$/) !== null;
  return [replace(command.start, command.end, inBlock ? printed.join(place.lineBreak) : scalarText(rest))];
}
