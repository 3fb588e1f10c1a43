import type { Report } from '../../diagnostics/diagnostics.js';
import type { HandlerPlan, Plan } from '../../model/plan.js';
import type { TextEdit } from '../../model/source.js';
import { lineStartBefore } from '../../text/lines.js';
import type { Field } from '../../text/print-yaml.js';
import { asMap } from '../../text/yaml-access.js';
import type { YamlMap, YamlPair } from '../../text/yaml-node.js';
import { checkOwnStepInHandler } from './check-own-steps.js';
import { checkGuard } from './condition-guard.js';
import type { DaguDocument } from './document.js';
import { fieldOf, textOf } from './fields.js';
import { printedFingerprint } from './fingerprint.js';
import { flowAddition } from './flow-style.js';
import { handlerFields, rulesOf } from './handler-fields.js';
import { type HandlerHome, handlerHomes, type MovedHooks } from './handler-homes.js';
import { handlerScript } from './handler-script.js';
import { asDescription, contentDigest, markLine } from './mark.js';
import { mergeHandler } from './merge-handler.js';
import { endWithOwnComments } from './own-comments.js';
import { type Surroundings, surroundingsOf } from './surroundings.js';
import type { TextPlace } from './text-place.js';

/** Edits that put hooks into the handlers of a root document; each handler is one step, so all its hooks share a command. */
export function lowerHandlers(
  place: TextPlace,
  document: DaguDocument,
  plan: Pick<Plan, 'handlers' | 'marks'>,
  dialect: 'v1' | 'v2',
  report: Report,
): readonly TextEdit[] {
  const { handlers, marks } = plan;
  const key = dialect === 'v1' ? 'handlerOn' : 'handler_on';
  const otherKey = dialect === 'v1' ? 'handler_on' : 'handlerOn';
  const other = fieldOf(document.root, otherKey);
  if (other) return refuseHandler(otherKey, `the target version calls it \`${key}\``, document, other, report);
  const pair = fieldOf(document.root, key);
  const present = pair && asMap(pair.value);
  if (pair && (!present || present !== pair.value || present.pairs.length === 0)) {
    return refuseHandler(key, 'it is empty or stands elsewhere in the file', document, pair, report);
  }
  const surroundings = surroundingsOf(document, dialect);
  checkHooks(document, handlers, surroundings, report);
  if (handlers.some(({ injections }) => injections.some(({ injection }) => injection.call.kind === 'approval')))
    return [];
  const { homes, moved, refused } = handlerHomes(place.text, document, handlers, surroundings);
  for (const { pair: handler, why } of refused) refuseHandler(handler.key.value, why, document, handler, report);
  reportMoved(moved, document, report);
  const free = homes.filter((home) => !home.present);
  const into = present ?? document.root;
  const added =
    free.length === 0 ? [] : [addHandlers(place, into, { free, marks }, surroundings, present ? undefined : key)];
  const { oneLine } = surroundings;
  return [
    ...added,
    ...homes.flatMap((home) => {
      if (!home.present) return [];
      reportMerged(home, home.present.pair.key.value, report);
      return mergeHandler(place, home.present.spot, { key: home.key, hooks: home.hooks, marks, oneLine });
    }),
  ];
}

/** What was there before decides how the handler ends. */
function reportMerged({ hooks }: HandlerHome, handler: string, report: Report): void {
  for (const { injection } of hooks) {
    const { id, policy, span } = injection.rule;
    if (policy.onFailure !== 'continue') report('DW604', { rule: id, handler }, { span });
  }
}

function reportMoved(moved: readonly MovedHooks[], { file }: DaguDocument, report: Report): void {
  for (const { pair, why, to, injections } of moved) {
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
  report('DW603', { handler, why }, { span: { file, start: key.start, end: key.end } });
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

function addHandlers(
  place: TextPlace,
  into: YamlMap,
  { free, marks }: { readonly free: readonly HandlerHome[]; readonly marks: boolean },
  surroundings: Surroundings,
  key: string | undefined,
): TextEdit {
  const fields = free.map(
    (home): Field => ({ key: home.key, value: { fields: handlerFields(home.hooks, surroundings) } }),
  );
  const described = marks && into.flow ? fields.map((field, index) => withDescription(free[index]!, field)) : fields;
  const wrapped = key === undefined ? described : [{ key, value: { fields: described } }];
  const last = into.pairs.at(-1)!;
  const end = Math.max(last.key.end, last.value.end);
  if (into.flow) return place.replace(end, end, flowAddition(place, into, wrapped));
  const { start } = into.pairs[0]!;
  const column = start - lineStartBefore(place.text, start);
  const lines =
    key === undefined
      ? handlerLines(place, free, fields, marks, 0)
      : [`${key}:`, ...handlerLines(place, free, fields, marks, 2)];
  return place.insertLines(
    endWithOwnComments(place.text, end, column),
    lines.map((line) => (line === '' ? '' : ' '.repeat(column) + line)),
  );
}

function withDescription(handler: HandlerHome, field: Field): Field {
  const { key, value } = field;
  if (typeof value !== 'object' || !('fields' in value)) return field;
  const description = { key: 'description', value: asDescription([mark(handler, field)]) };
  return { key, value: { fields: [description, ...value.fields] } };
}

function handlerLines(
  place: TextPlace,
  handlers: readonly HandlerHome[],
  fields: readonly Field[],
  marks: boolean,
  indent: number,
): readonly string[] {
  return handlers.flatMap((handler, index) =>
    [...(marks ? [mark(handler, fields[index]!)] : []), ...place.lines([fields[index]!])].map((line) =>
      line === '' ? '' : ' '.repeat(indent) + line,
    ),
  );
}

function mark({ hooks }: HandlerHome, { key, value }: Field): string {
  const content = typeof value === 'object' && 'fields' in value ? printedFingerprint(value.fields) : '';
  return markLine(rulesOf(hooks), contentDigest(key, content));
}
