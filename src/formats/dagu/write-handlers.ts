import type { Report } from '../../diagnostics/diagnostics.js';
import type { HandlerPlan, Plan } from '../../model/plan.js';
import type { TextEdit } from '../../model/source.js';
import { lineEndAfter, lineStartBefore } from '../../text/lines.js';
import type { Field } from '../../text/print-yaml.js';
import { asMap } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode, YamlPair } from '../../text/yaml-node.js';
import { checkRepeats } from '../yaml-steps/check-shared-text.js';
import { printedFingerprint } from '../yaml-steps/fingerprint.js';
import { flowAddition } from '../yaml-steps/flow-style.js';
import { asDescription, contentDigest, markLine } from '../yaml-steps/mark.js';
import { endWithOwnComments } from '../yaml-steps/step-list.js';
import type { TextPlace } from '../yaml-steps/text-place.js';
import { wholeHandler } from './base-handler.js';
import { checkGuard } from './condition-guard.js';
import type { DaguDocument } from './document.js';
import { fieldOf, textOf, withMerged } from './fields.js';
import { rulesOf } from './handler-fields.js';
import { type HandlerHome, type HandlerHomes, handlerHomes, type MovedHooks } from './handler-homes.js';
import { handlerScript } from './handler-script.js';
import { mergeHandler } from './merge-handler.js';
import { checkOwnStepInHandler } from './own-steps.js';
import { type Surroundings, surroundingsOf } from './surroundings.js';
import { plainCommand } from './words.js';

/** Edits that put hooks into the handlers of a root document; each handler is one step, so all its hooks share a command. */
export function writeHandlers(
  place: TextPlace,
  document: DaguDocument,
  plan: Pick<Plan, 'handlers' | 'marks'>,
  dialect: 'v1' | 'v2',
  report: Report,
): readonly TextEdit[] {
  const { handlers, marks } = plan;
  const key = dialect === 'v1' ? 'handlerOn' : 'handler_on';
  const otherKey = dialect === 'v1' ? 'handler_on' : 'handlerOn';
  const { root, written } = document;
  const other = fieldOf(root, otherKey);
  if (other) return refuseHandler(otherKey, `the target version calls it \`${key}\``, document, other, report);
  const pair = fieldOf(root, key);
  const present = pair && asMap(pair.value);
  if (pair && isEmpty(pair.value)) return refuseEmpty(place, document, pair, report);
  if (pair && (!present || present !== pair.value || isMerged(document, pair, present)))
    return refuseHandler(key, 'it is defined elsewhere in the file', document, pair, report);
  const surroundings = surroundingsOf(document, dialect);
  checkHooks(document, handlers, surroundings, report);
  if (handlers.some(({ injections }) => injections.some(({ injection }) => injection.call.kind === 'approval')))
    return [];
  const { homes, moved, refused } = handlerHomes(place.text, document, handlers, surroundings);
  reportRefused(refused, report);
  reportMoved(moved, report);
  const added = homes
    .filter((home) => !home.present)
    .map((home): AddedHandler => ({ home, fields: wholeHandler(home.key, home.hooks, document, surroundings) }));
  const into = present ?? written;
  const repeating = { file: document.file, source: place.text, root: written };
  checkRepeats(repeating, [...homes.flatMap(changedBy), ...(added.length > 0 ? [into] : [])], new Set(), report);
  const { oneLine } = surroundings;
  return [
    ...(added.length > 0 ? [addHandlers(place, into, added, marks, present ? undefined : key)] : []),
    ...homes.flatMap((home) => {
      if (home.present || home.copies) reportMerged(home, home.present?.pair.key.value ?? home.key, report);
      if (!home.present) return [];
      return mergeHandler(place, home.present.spot, { key: home.key, hooks: home.hooks, marks, oneLine });
    }),
  ];
}

function isEmpty(value: YamlNode): boolean {
  return value.kind === 'map' ? value.pairs.length === 0 : value.kind === 'scalar' && value.type === 'null';
}

/** It is not filled in, because then nobody could say what was there without the hooks. */
function refuseEmpty(
  { text }: TextPlace,
  { file, written }: DaguDocument,
  pair: YamlPair,
  report: Report,
): readonly TextEdit[] {
  const { key, value } = pair;
  const [start, end] = [lineStartBefore(text, key.start), lineEndAfter(text, Math.max(key.end, value.end))];
  const isWholeLine = /^[ \t]*\w+[ \t]*:[ \t]*(?:(?:\{[ \t]*\}|null|~)[ \t]*)?\r?\n?$/.test(text.slice(start, end));
  const isSafe = isWholeLine && !written.flow && written.pairs.length > 1 && written.pairs.includes(pair);
  const fix = isSafe ? [{ file, start, end, text: '' }] : undefined;
  report(
    'DW603',
    { handler: key.value, why: 'it is empty', plainHandler, isEmpty: true },
    { span: { file, start: key.start, end: key.end }, fix },
  );
  return [];
}

/** Does a merge key bring in the handlers, or one of them? What is added in front of it or behind it would take the place of the other. */
function isMerged({ written }: DaguDocument, pair: YamlPair, handlers: YamlMap): boolean {
  return !written.pairs.includes(pair) || withMerged(handlers) !== handlers;
}

/** What its hooks are written into. */
function changedBy({ present }: HandlerHome): readonly YamlNode[] {
  return present ? [present.spot.command.value] : [];
}

/** What was there before decides how the handler ends. */
function reportMerged({ hooks }: HandlerHome, handler: string, report: Report): void {
  for (const { injection } of hooks) {
    const { id, policy, span } = injection.rule;
    if (policy.onFailure !== 'continue') report('DW604', { rule: id, handler }, { span });
  }
}

function reportRefused(refused: HandlerHomes['refused'], report: Report): void {
  for (const { pair, why, file, isBase } of refused) {
    const { start, end, value } = pair.key;
    const span = { file, start, end };
    if (isBase) report('DW612', { handler: value, why, file, plainCommand }, { span });
    else report('DW603', { handler: value, why, plainHandler, isEmpty: false }, { span });
  }
}

const plainHandler = `${plainCommand}, and without \`preconditions\` or a time limit (use \`if … then\` and \`timeout\` in the command instead)`;

function reportMoved(moved: readonly MovedHooks[], report: Report): void {
  for (const { pair, why, file, to, injections } of moved) {
    const rules = injections.map(({ rule }) => rule.id);
    const { start, end, value } = pair.key;
    report('DW611', { handler: value, why, to, rules }, { span: { file, start, end } });
  }
}

/** Reports that hooks cannot be added to a handler, or to all of them. */
function refuseHandler(
  handler: string,
  why: string,
  { file }: DaguDocument,
  { key }: YamlPair,
  report: Report,
): readonly TextEdit[] {
  report('DW603', { handler, why, plainHandler, isEmpty: false }, { span: { file, start: key.start, end: key.end } });
  return [];
}

function checkHooks(
  { file, root }: DaguDocument,
  handlers: readonly HandlerPlan[],
  surroundings: Surroundings,
  report: Report,
): void {
  const dag = textOf(root, 'name') ?? file;
  for (const { injection } of handlers.flatMap((handler) => handler.injections)) {
    checkGuard(injection, dag, surroundings, report);
    checkOwnStepInHandler(injection, dag, report);
    if (injection.call.kind === 'approval') continue;
    if (!surroundings.oneLine || !handlerScript([{ injection, after: undefined }], true).includes('\n')) continue;
    report('DW607', { rule: injection.rule.id, dag }, { span: injection.rule.span });
  }
}

/** A handler that the document does not have, as fields. */
interface AddedHandler {
  readonly home: HandlerHome;
  readonly fields: readonly Field[];
}

function addHandlers(
  place: TextPlace,
  into: YamlMap,
  added: readonly AddedHandler[],
  marks: boolean,
  key: string | undefined,
): TextEdit {
  const described = added.map((one): Field => {
    const description = marks && into.flow ? [{ key: 'description', value: asDescription([mark(one)]) }] : [];
    return { key: one.home.key, value: { fields: [...description, ...one.fields] } };
  });
  const wrapped = key === undefined ? described : [{ key, value: { fields: described } }];
  const last = into.pairs.at(-1)!;
  const end = Math.max(last.key.end, last.value.end);
  if (into.flow) return place.replace(end, end, flowAddition(place, into, wrapped));
  const { start } = into.pairs[0]!;
  const column = start - lineStartBefore(place.text, start);
  const lines =
    key === undefined ? handlerLines(place, added, marks, 0) : [`${key}:`, ...handlerLines(place, added, marks, 2)];
  return place.insertLines(
    endWithOwnComments(place.text, end, column),
    lines.map((line) => (line === '' ? '' : ' '.repeat(column) + line)),
  );
}

function handlerLines(
  place: TextPlace,
  added: readonly AddedHandler[],
  marks: boolean,
  indent: number,
): readonly string[] {
  return added.flatMap((one) =>
    [...(marks ? [mark(one)] : []), ...place.lines([{ key: one.home.key, value: { fields: one.fields } }])].map(
      (line) => (line === '' ? '' : ' '.repeat(indent) + line),
    ),
  );
}

function mark({ home: { key, hooks }, fields }: AddedHandler): string {
  return markLine(rulesOf(hooks), contentDigest(key, printedFingerprint(fields)));
}
