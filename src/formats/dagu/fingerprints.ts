import type { HandlerPlan, Plan } from '../../model/plan.js';
import type { DagFingerprint, Fingerprints } from '../../model/workflow.js';
import { asMap } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
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
import { fieldOf, isOneOf, textOf } from './fields.js';
import { handlerKeys, handlerPair } from './handler-fields.js';
import { type HandlerHome, handlerHomes, handlersOf } from './handler-homes.js';
import { type Addition, flowItem, linesInFront, type MergeSpot, plainItem } from './merge-handler.js';
import type { DaguWorkflow } from './read.js';
import { stepFields } from './step-fields.js';
import { type Surroundings, surroundingsOf } from './surroundings.js';

/** What each document says, apart from order; for a plan, what its injected nodes and its list will say. */
export function workflowPrint(read: DaguWorkflow, plan: Plan | undefined): Fingerprints {
  const { dialect } = read.version;
  const planned = new Map(plan?.dags.map((dag) => [dag.dag, dag]));
  const texts = new Map(read.workflow.files.map((file) => [file.path, file.text]));
  const printOf = (index: number): DagFingerprint => {
    const document = read.documents.at(index)!;
    const text = texts.get(document.file)!;
    const surroundings = surroundingsOf(document, dialect);
    const nodes = planned.get(index)?.nodes;
    return {
      rest: restPrint(document),
      handlers: handlerPrints(text, document, plan?.handlers.filter(({ dag }) => dag === index) ?? [], {
        surroundings,
        marks: plan?.marks ?? false,
      }),
      ...stepPrints(text, read.texts.at(index)!, nodes, (node) => stepFields(node, surroundings)),
    };
  };
  return { length: read.documents.length, at: printOf };
}

/** Everything in a document but its steps and the handlers that hooks may go to. */
function restPrint(document: DaguDocument): string {
  const pair = fieldOf(document.root, 'handlerOn') ?? fieldOf(document.root, 'handler_on');
  const map = pair && asMap(pair.value);
  const others = map ? fingerprintWithout(map, isOneOf(...handlerKeys, 'cancel')) : '{}';
  return `${fingerprintWithout(document.root, isOneOf('steps', 'handlerOn', 'handler_on'))}${others}`;
}

/** What each handler of a document says, by its key; with hooks, what it will say once they are put in. */
function handlerPrints(
  text: string,
  document: DaguDocument,
  hooks: readonly HandlerPlan[],
  { surroundings, marks }: { readonly surroundings: Surroundings; readonly marks: boolean },
): ReadonlyMap<string, string> {
  const map = handlersOf(document)?.map;
  const { homes } = handlerHomes(text, document, hooks, surroundings);
  const prints = new Map<string, string>();
  for (const key of handlerKeys) {
    const home = homes.find((one) => one.key === key);
    const value = map && handlerPair(map, key)?.value;
    if (home) prints.set(key, homePrint(home, document, { surroundings, marks }));
    else if (value) prints.set(key, handlerPrint(value));
  }
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
