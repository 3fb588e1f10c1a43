import { type HandlerPlan, handlersByDag, type Plan } from '../../model/plan.js';
import type { AroundPrint, DagFingerprint, Fingerprints } from '../../model/workflow.js';
import { asMap } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { whenAsked } from '../when-asked.js';
import {
  fingerprint,
  fingerprintWith,
  fingerprintWithout,
  printedFingerprint,
  stepPrints,
} from '../yaml-steps/fingerprint.js';
import { markInDescription } from '../yaml-steps/mark.js';
import { wholeHandler } from './base-handler.js';
import type { DaguDocument } from './document.js';
import { isOneOf, textOf } from './fields.js';
import { handlerKeys, handlerPair, handlersOf } from './handler-fields.js';
import { type HandlerHome, handlerHomes } from './handler-homes.js';
import { type Addition, flowItem, linesInFront, type MergeSpot, plainItem } from './merge-handler.js';
import type { DaguWorkflow } from './read.js';
import { stepFields } from './step-fields.js';
import { type Surroundings, surroundingsOf } from './surroundings.js';

/** What each document says, apart from order; for a plan, what its injected nodes and its list will say. */
export function workflowPrint(read: DaguWorkflow, plan: Plan | undefined): Fingerprints {
  const { dialect } = read.version;
  const planned = new Map(plan?.dags.map((dag) => [dag.dag, dag]));
  const handlers = handlersByDag(plan?.handlers ?? []);
  const texts = new Map(read.workflow.files.map((file) => [file.path, file.text]));
  const printOf = (index: number): DagFingerprint => {
    const document = read.documents.at(index)!;
    const text = texts.get(document.file)!;
    const surroundings = whenAsked(() => surroundingsOf(document, dialect));
    const nodes = planned.get(index)?.nodes;
    const hooks = handlers.get(index);
    const { count, node, source } = stepPrints(text, read.texts.at(index)!, nodes, (one) =>
      stepFields(one, surroundings()),
    );
    return {
      rest: restPrint(document),
      handlers: hooks
        ? handlerPrints(text, document, hooks, { surroundings: surroundings(), marks: plan!.marks })
        : ownHandlerPrints(document),
      count,
      node,
      source,
    };
  };
  return { length: read.documents.length, at: printOf };
}

/** What a document says: in `rest` all but the handlers that hooks may go to. */
export function documentPrint(document: DaguDocument): AroundPrint {
  return {
    rest: fingerprintWithout(document.root, isOfHandlers) + restPrint(document),
    handlers: ownHandlerPrints(document),
  };
}

/** Everything in a document but its steps and the handlers that hooks may go to. */
function restPrint(document: DaguDocument): string {
  const { root } = document;
  const map = handlersOf(document)?.map;
  return `${fingerprintWithout(root, map ? isApart : isOfSteps)}${map ? fingerprintWithout(map, isForHooks) : '{}'}`;
}

const isApart = isOneOf('steps', 'handlerOn', 'handler_on');
const isOfSteps = isOneOf('steps');
const isOfHandlers = isOneOf('handlerOn', 'handler_on');
const isForHooks = isOneOf(...handlerKeys, 'cancel');

/** What each handler of a document says, by its key. */
function ownHandlerPrints(document: DaguDocument): ReadonlyMap<string, string> {
  const map = handlersOf(document)?.map;
  if (!map) return noPrints;
  const prints = new Map<string, string>();
  for (const key of handlerKeys) {
    const value = handlerPair(map, key)?.value;
    if (value) prints.set(key, handlerPrint(value));
  }
  return prints;
}

const noPrints: ReadonlyMap<string, string> = new Map();

/** The same once hooks are put in. */
function handlerPrints(
  text: string,
  document: DaguDocument,
  hooks: readonly HandlerPlan[],
  { surroundings, marks }: { readonly surroundings: Surroundings; readonly marks: boolean },
): ReadonlyMap<string, string> {
  const prints = new Map(ownHandlerPrints(document));
  for (const home of handlerHomes(text, document, hooks, surroundings).homes)
    prints.set(home.key, homePrint(home, document, { surroundings, marks }));
  return prints;
}

function homePrint(
  { key, hooks, present }: HandlerHome,
  document: DaguDocument,
  { surroundings, marks }: { readonly surroundings: Surroundings; readonly marks: boolean },
): string {
  if (!present) return printedFingerprint(wholeHandler(key, hooks, document, surroundings));
  const addition = { key, hooks, marks, oneLine: surroundings.oneLine };
  return mergedPrint(asMap(present.pair.value)!, present.spot, addition);
}

function mergedPrint(handler: YamlMap, spot: MergeSpot, addition: Addition): string {
  const { command } = spot;
  if (spot.kind === 'text')
    return fingerprintWith(handler, command, JSON.stringify(linesInFront(addition, spot.windows) + spot.text.value));
  const inFlow = spot.kind === 'list' ? spot.list.flow : spot.inFlow;
  const items = spot.kind === 'list' ? spot.list.items.map((item) => item.value) : [command.value];
  const front = JSON.stringify(inFlow ? flowItem(addition) : plainItem(addition));
  return fingerprintWith(handler, command, `[${[front, ...items.map(fingerprint)].join(',')}]`);
}

/** A mark says who put the handler there, not what it does. */
function handlerPrint(handler: YamlNode): string {
  if (handler.kind !== 'map') return fingerprint(handler);
  const marked = markInDescription(textOf(handler, 'description') ?? '') !== undefined;
  return fingerprintWithout(handler, marked ? isOneOf('description') : isOneOf());
}
