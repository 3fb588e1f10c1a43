import type { Report } from '../../diagnostics/diagnostics.js';
import type { HandlerMark } from '../../model/mark.js';
import type { HandlerPlace, HandlerPlan, Plan } from '../../model/plan.js';
import type { TextEdit } from '../../model/source.js';
import { lineEndAfter, lineStartBefore, withoutBreak } from '../../text/lines.js';
import { scalarText } from '../../text/print-yaml.js';
import { pairOf, present, textOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlPair } from '../../text/yaml-node.js';
import { separated } from '../yaml-steps/edit-needs.js';
import { emptied, usualEmpty } from '../yaml-steps/empty-value.js';
import { fingerprintWithout, printedFingerprint } from '../yaml-steps/fingerprint.js';
import { flowAddition } from '../yaml-steps/flow-style.js';
import { contentDigest, markLine } from '../yaml-steps/mark.js';
import { endOf, removePairs } from '../yaml-steps/remove-pairs.js';
import type { TextPlace } from '../yaml-steps/text-place.js';
import { addTemplate, removeTemplate } from './add-template.js';
import type { ArgoWorkflow } from './argo-workflow.js';
import { checkHook } from './check-hook.js';
import { checkHookReferences, notAtEnd } from './check-hook-references.js';
import type { ArgoDocument } from './document.js';
import {
  type ClosedHandler,
  exitTemplate,
  formerHandler,
  type HookHandler,
  handlerName,
  hookHandler,
  markOfHandler,
} from './exit-handler.js';
import { freeName } from './free-name.js';
import { exitHooks, handlerTemplate } from './handler-template.js';
import { defaultsOf } from './hook-place.js';
import { insideOf } from './inside-of.js';
import { reportOtherHandlers } from './other-handlers.js';
import { spansIn } from './spans.js';
import { runtimeImage } from './step-fields.js';

/** As the engine calls it. */
const handler = 'onExit';

/** Which document the handlers of a plan go into. */
function handlersOf({ places }: ArgoWorkflow, document: ArgoDocument, handlers: readonly HandlerPlan[]) {
  return handlers.filter(({ dag }) => places[dag]!.document === document);
}

/** The first DAG of a document, which represents it where the document itself is meant. */
function dagOf({ places }: ArgoWorkflow, document: ArgoDocument): number {
  return places.findIndex((place) => place.document === document);
}

export function handlerPlaces(read: ArgoWorkflow, handlers: readonly HandlerPlan[]): readonly HandlerPlace[] {
  return read.documents.flatMap((document) => {
    const hooks = exitHooks(handlersOf(read, document, handlers));
    if (hooks.length === 0) return [];
    const injections = hooks.map(({ injection }) => injection);
    const shared = formerHandler(document).kind !== 'none';
    return [{ dag: dagOf(read, document), handler, names: ['exit'], injections, shared, mayReplace: false }];
  });
}

/** What the exit handler of a document will be. */
function plannedTemplate(read: ArgoWorkflow, document: ArgoDocument, handlers: readonly HandlerPlan[]) {
  const hooks = exitHooks(handlersOf(read, document, handlers));
  if (hooks.length === 0) return undefined;
  const former = formerHandler(document);
  const name = freeName(handlerName, new Set(document.templates.map((one) => one.name)));
  const place = { image: runtimeImage(read.settings), ...defaultsOf(document) };
  return { hooks, former, name, fields: handlerTemplate(hooks, former, name, place) };
}

/** Edits that put hooks into the exit handlers of all documents. */
export function writeExitHandlers(
  read: ArgoWorkflow,
  plan: Plan,
  place: TextPlace,
  report: Report,
): readonly TextEdit[] {
  return read.documents.flatMap((document) => {
    const planned = plannedTemplate(read, document, plan.handlers);
    if (!planned) return [];
    const { hooks, former, name, fields } = planned;
    const dag = read.workflow.dags[dagOf(read, document)]!;
    for (const { injection } of hooks) {
      const surroundings = { dag: dag.name, settings: read.settings };
      checkHook(injection, surroundings, report);
      checkHookReferences(injection, { dag: dag.name, whyNot: notAtEnd }, report);
    }
    if (former.kind === 'closed') reportClosed(former, document, report);
    const rules = [...new Set(hooks.map(({ injection }) => injection.rule.id))];
    reportOtherHandlers(document, { hooks: rules, former }, read.library, report);
    const digest = contentDigest(name, printedFingerprint(fields.filter(({ key }) => key !== 'name')));
    const mark = plan.marks ? [markLine(rules.join(','), digest)] : [];
    return [addTemplate(place, document, undefined, mark, fields), setHandler(place, document, name)];
  });
}

function reportClosed({ key, why, node }: ClosedHandler, { file }: ArgoDocument, report: Report): void {
  const plainHandler = 'as the name of a template of this file';
  report('DW603', { handler: key, why, plainHandler, isEmpty: false }, { span: spansIn(file)(node) });
}

function setHandler(place: TextPlace, { spec }: ArgoDocument, name: string): TextEdit {
  const pair = pairOf(spec, handler);
  if (!pair) return addHandler(place, spec, name);
  const { value } = pair;
  // In quotes, so that it differs from a line of ours: the key stays when the hooks go.
  if (!present(value))
    return place.replace(value.start, value.end, separated(place, pair, place.json ? place.flow(name) : `'${name}'`));
  const { start, end } = insideOf(pair);
  return place.replace(start, end, name);
}

function addHandler(place: TextPlace, spec: YamlMap, name: string): TextEdit {
  const before = pairBefore(spec);
  if (spec.flow) return place.replace(endOf(before), endOf(before), inFlow(place, spec, before, name));
  return place.insertLines(endOf(before), [lineOf(place, before, name)]);
}

/** The pair that one of ours goes behind. */
function pairBefore(spec: YamlMap): YamlPair {
  return pairOf(spec, 'entrypoint') ?? spec.pairs[0]!;
}

function inFlow(place: TextPlace, spec: YamlMap, before: YamlPair, name: string): string {
  return flowAddition(place, { ...spec, pairs: [before] }, [{ key: handler, value: name }]);
}

function lineOf({ text }: TextPlace, { key }: YamlPair, name: string): string {
  return `${' '.repeat(key.start - lineStartBefore(text, key.start))}${handler}: ${scalarText(name)}`;
}

/** What the exit handler says; with a plan, what it will say. */
export function handlerPrints(read: ArgoWorkflow, index: number, plan: Plan | undefined): ReadonlyMap<string, string> {
  const { document } = read.places[index]!;
  if (dagOf(read, document) !== index) return new Map();
  const planned = plan && plannedTemplate(read, document, plan.handlers);
  if (planned) return new Map([[handler, printedFingerprint(planned.fields.filter(({ key }) => key !== 'name'))]]);
  const found = hookHandler(document);
  if (found) return new Map([[handler, fingerprintWithout(found.template.map, (key) => key === 'name')]]);
  const name = textOf(pairOf(document.spec, handler)?.value);
  return new Map(name === undefined ? [] : [[handler, name]]);
}

/** The marks of exit handlers. */
export function handlerMarks(read: ArgoWorkflow): {
  readonly handlers: readonly HandlerMark[];
  readonly openHandlers: readonly number[];
} {
  const found = read.documents.flatMap((document) => {
    const ours = hookHandler(document);
    return ours ? [{ document, ours, mark: markOfHandler(ours.template, document) }] : [];
  });
  const handlers = found.flatMap(({ document, ours, mark }): HandlerMark[] => {
    if (!mark) return [];
    const print = fingerprintWithout(ours.template.map, (key) => key === 'name');
    const intact = contentDigest(ours.template.name, print) === mark.digest;
    const span = { file: document.file, start: mark.start, end: mark.end };
    return [{ rules: mark.rule.split(','), dag: dagOf(read, document), handler, span, intact }];
  });
  const openHandlers = found.flatMap(({ document, mark }) => (mark ? [] : [dagOf(read, document)]));
  return { handlers, openHandlers };
}

/** Edits that take hooks out of the exit handlers again. */
export function eraseExitHandlers(read: ArgoWorkflow, place: TextPlace): readonly TextEdit[] {
  return read.documents.flatMap((document) => {
    const ours = hookHandler(document);
    if (!ours) return [];
    const start = markOfHandler(ours.template, document)?.start;
    return [removeTemplate(place, document, ours.template.node, start), ...restoreHandler(place, document, ours)];
  });
}

/** What `onExit` named is its value again. Where it named nothing, it does so again, and goes where it is a line of ours. */
function restoreHandler(place: TextPlace, { spec }: ArgoDocument, { pair, former }: HookHandler): readonly TextEdit[] {
  const { start, end } = insideOf(pair);
  if (former !== undefined && former !== exitTemplate(spec)) return [place.replace(start, end, former)];
  if (isAdded(place, spec, pair)) return removePairs(place, spec, [pair]);
  return place.text[end] === '"'
    ? [place.replace(start, end, '')]
    : [emptied(place, pair, spec.flow, usualEmpty(place.text, pair, spec.flow))];
}

/** Is a pair written as we add one? */
function isAdded(place: TextPlace, spec: YamlMap, pair: YamlPair): boolean {
  const { text } = place;
  const before = pairBefore(spec);
  const name = textOf(pair.value) ?? '';
  if (spec.flow) return text.slice(endOf(before), pair.value.end) === inFlow(place, spec, before, name);
  const start = lineEndAfter(text, endOf(before));
  return (
    lineStartBefore(text, pair.start) === start &&
    withoutBreak(text, lineEndAfter(text, start)) === pair.value.end &&
    text.slice(start, pair.value.end) === lineOf(place, before, name)
  );
}
