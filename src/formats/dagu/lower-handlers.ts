import type { Report } from '../../diagnostics/diagnostics.js';
import type { HandlerPlan, Plan } from '../../model/plan.js';
import type { TextEdit } from '../../model/source.js';
import { lineStartBefore } from '../../text/lines.js';
import type { Field } from '../../text/print-yaml.js';
import { asMap } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { checkOwnStepInHandler } from './check-own-steps.js';
import { checkGuard } from './condition-guard.js';
import type { DaguDocument } from './document.js';
import { fieldOf, textOf } from './fields.js';
import { printedFingerprint } from './fingerprint.js';
import { flowAddition } from './flow-style.js';
import { eventKey, handlerFields, handlerPair, rulesOf } from './handler-fields.js';
import { handlerScript } from './handler-script.js';
import { asDescription, contentDigest, markLine } from './mark.js';
import { mergeHandler, refuseHandler } from './merge-handler.js';
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
  checkHooks(document, handlers, surroundingsOf(document, dialect), report);
  if (handlers.some(({ injections }) => injections.some(({ injection }) => injection.call.kind === 'approval')))
    return [];
  const free = handlers.filter((handler) => !present || !handlerPair(present, handler.event));
  const added =
    free.length === 0
      ? []
      : [
          addHandlers(
            place,
            present ?? document.root,
            { handlers: free, marks },
            surroundingsOf(document, dialect),
            present ? undefined : key,
          ),
        ];
  const merged = handlers.filter((handler) => !free.includes(handler));
  return [
    ...added,
    ...merged.flatMap((handler) =>
      mergeHandler(place, document, handlerPair(present!, handler.event)!, { handler, marks }, dialect, report),
    ),
  ];
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
    const alone: HandlerPlan = { dag: 0, event: 'always', injections: [{ name: '', injection }] };
    if (!surroundings.oneLine || !handlerScript(alone, true).includes('\n')) continue;
    report('DW607', { rule: injection.rule.id, dag }, { span: injection.rule.span });
  }
}

function addHandlers(
  place: TextPlace,
  into: YamlMap,
  { handlers, marks }: Pick<Plan, 'handlers' | 'marks'>,
  surroundings: Surroundings,
  key: string | undefined,
): TextEdit {
  const fields = handlers.map(
    (handler): Field => ({ key: eventKey(handler), value: { fields: handlerFields(handler, surroundings) } }),
  );
  const described =
    marks && into.flow ? fields.map((field, index) => withDescription(handlers[index]!, field)) : fields;
  const wrapped = key === undefined ? described : [{ key, value: { fields: described } }];
  const last = into.pairs.at(-1)!;
  const end = Math.max(last.key.end, last.value.end);
  if (into.flow) return place.replace(end, end, flowAddition(place, into, wrapped));
  const { start } = into.pairs[0]!;
  const column = start - lineStartBefore(place.text, start);
  const lines =
    key === undefined
      ? handlerLines(place, handlers, fields, marks, 0)
      : [`${key}:`, ...handlerLines(place, handlers, fields, marks, 2)];
  return place.insertLines(
    endWithOwnComments(place.text, end, column),
    lines.map((line) => (line === '' ? '' : ' '.repeat(column) + line)),
  );
}

function withDescription(handler: HandlerPlan, field: Field): Field {
  const { key, value } = field;
  if (typeof value !== 'object' || !('fields' in value)) return field;
  const description = { key: 'description', value: asDescription([mark(handler, field)]) };
  return { key, value: { fields: [description, ...value.fields] } };
}

function handlerLines(
  place: TextPlace,
  handlers: readonly HandlerPlan[],
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

function mark(handler: HandlerPlan, { key, value }: Field): string {
  const content = typeof value === 'object' && 'fields' in value ? printedFingerprint(value.fields) : '';
  return markLine(rulesOf(handler), contentDigest(key, content));
}
