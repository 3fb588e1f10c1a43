import { createHash } from 'node:crypto';
import type { Report } from '../../diagnostics/diagnostics.js';
import type { HandlerPlan, Plan } from '../../model/plan.js';
import type { TextEdit } from '../../model/source.js';
import { lineEndAfter, lineStartBefore } from '../../text/lines.js';
import { blockLines, type Field, scalarText } from '../../text/print-yaml.js';
import { asMap } from '../../text/yaml-access.js';
import type { YamlMap, YamlPair, YamlScalar } from '../../text/yaml-node.js';
import type { DaguDocument } from './document.js';
import { fieldOf, fieldValue, textOf } from './fields.js';
import { flowAddition } from './flow-style.js';
import { handlerScript, scriptBeforeCommand } from './handler-script.js';
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
  const pair = fieldOf(document.root, key);
  const present = pair && asMap(pair.value);
  if (pair && (!present || present !== pair.value || present.pairs.length === 0)) {
    return refuse(`${key}`, 'it is empty or stands elsewhere in the file', document, pair, report);
  }
  if (surroundingsOf(document, dialect).oneLine) checkLines(document, handlers, report);
  const free = handlers.filter((handler) => !present || !fieldOf(present, eventKey(handler)));
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
      mergeHandler(place, document, fieldOf(present!, eventKey(handler))!, handler, dialect, report),
    ),
  ];
}

function checkLines({ file, root }: DaguDocument, handlers: readonly HandlerPlan[], report: Report): void {
  for (const { injection } of handlers.flatMap((handler) => handler.injections)) {
    const alone: HandlerPlan = { dag: 0, event: 'always', injections: [{ name: '', injection }] };
    if (!handlerScript(alone, true).includes('\n')) continue;
    report('DW607', { rule: injection.rule.id, dag: textOf(root, 'name') ?? file }, { span: injection.rule.span });
  }
}

function eventKey({ event }: HandlerPlan): string {
  return event === 'always' ? 'exit' : 'failure';
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
  const wrapped = key === undefined ? fields : [{ key, value: { fields } }];
  const last = into.pairs.at(-1)!;
  const end = Math.max(last.key.end, last.value.end);
  if (into.flow) return place.replace(end, end, flowAddition(place, into, wrapped));
  const first = into.pairs[0]!.key;
  const column = first.start - lineStartBefore(place.text, first.start);
  const lines =
    key === undefined
      ? handlerLines(handlers, fields, marks, 0)
      : [`${key}:`, ...handlerLines(handlers, fields, marks, 2)];
  return place.insertLines(
    endWithOwnComments(place.text, end, column),
    lines.map((line) => (line === '' ? '' : ' '.repeat(column) + line)),
  );
}

function handlerFields(handler: HandlerPlan, { dialect, oneLine }: Surroundings): readonly Field[] {
  return [{ key: dialect === 'v1' ? 'command' : 'run', value: handlerScript(handler, oneLine) }];
}

function handlerLines(
  handlers: readonly HandlerPlan[],
  fields: readonly Field[],
  marks: boolean,
  indent: number,
): readonly string[] {
  return handlers.flatMap((handler, index) =>
    [...(marks ? [mark(handler)] : []), ...blockLines([fields[index]!])].map((line) =>
      line === '' ? '' : ' '.repeat(indent) + line,
    ),
  );
}

function mark({ injections }: HandlerPlan): string {
  const rules = injections.map(({ injection }) => injection.rule.id);
  const digest = createHash('sha256')
    .update(JSON.stringify(injections.map(({ injection }) => injection.call)))
    .digest('hex')
    .slice(0, 12);
  return `# dagweave: ${rules.join(',')} ${digest}`;
}

/** Puts the hooks in front of the command that a handler has already. */
function mergeHandler(
  place: TextPlace,
  document: DaguDocument,
  pair: YamlPair,
  handler: HandlerPlan,
  dialect: 'v1' | 'v2',
  report: Report,
): readonly TextEdit[] {
  const step = pair.value.kind === 'map' ? pair.value : undefined;
  const commandPair = step && (fieldOf(step, 'command') ?? (dialect === 'v2' ? fieldOf(step, 'run') : undefined));
  const event = eventKey(handler);
  if (!step || !commandPair || fieldValue(step, 'script'))
    return refuse(event, 'it is not a mere command', document, pair, report);
  const edits = putBefore(
    place,
    commandPair,
    step.flow,
    scriptBeforeCommand(handler, surroundingsOf(document, dialect).oneLine),
  );
  if (!edits) return refuse(event, 'its command is written over several lines', document, pair, report);
  for (const { injection } of handler.injections) {
    const { id, policy, span } = injection.rule;
    if (policy.onFailure !== 'continue') report('DW604', { rule: id, handler: event }, { span });
  }
  return edits;
}

function putBefore(place: TextPlace, pair: YamlPair, inFlow: boolean, script: string): readonly TextEdit[] | undefined {
  const { value } = pair;
  if (value.kind === 'sequence' && value.items.length > 0) {
    const first = value.items[0]!;
    const column = first.start - lineStartBefore(place.text, first.start);
    const text = value.flow
      ? `${place.flow(script)}${place.comma}`
      : `- ${scalarText(script)}${place.lineBreak}${' '.repeat(column)}`;
    return [place.replace(first.start, first.start, text)];
  }
  if (value.kind !== 'scalar' || value.type === 'null') return undefined;
  if (value.style === 'literal') return putIntoBlock(place, value, script);
  if (value.style === 'folded' || place.text.slice(value.start, value.end).includes('\n')) return undefined;
  return [...makeList(place, pair, value, inFlow, script)];
}

/** A list runs its commands one by one and stops at a failure, which hooks before the last one do not report. */
function makeList(
  place: TextPlace,
  pair: YamlPair,
  command: YamlScalar,
  inFlow: boolean,
  script: string,
): readonly TextEdit[] {
  const { text, lineBreak } = place;
  const lineStart = lineStartBefore(text, pair.key.start);
  const indent = text.slice(lineStart, pair.key.start);
  if (inFlow || indent.trim() !== '')
    return [
      place.replace(command.start, command.start, `[${place.flow(script)}${place.comma}`),
      place.replace(command.end, command.end, ']'),
    ];
  const colon = text.indexOf(':', pair.key.end) + 1;
  const item = `${lineBreak}${indent}  - ${scalarText(script)}${lineBreak}${indent}  -`;
  return [place.replace(colon, colon, item)];
}

/** In a `|` block the hooks become its first lines; a block that names its own interpreter is none for the shell. */
function putIntoBlock(place: TextPlace, block: YamlScalar, script: string): readonly TextEdit[] | undefined {
  if (block.value.startsWith('#!') || block.value.trim() === '') return undefined;
  const firstLine = lineEndAfter(place.text, block.start);
  const indent = /^[ ]*/.exec(place.text.slice(firstLine))![0];
  const lines = script.split('\n').map((line) => (line === '' ? '' : indent + line) + place.lineBreak);
  return indent === '' ? undefined : [place.replace(firstLine, firstLine, lines.join(''))];
}

function refuse(
  handler: string,
  why: string,
  document: DaguDocument,
  pair: YamlPair,
  report: Report,
): readonly TextEdit[] {
  report('DW603', { handler, why }, { span: { file: document.file, start: pair.key.start, end: pair.key.end } });
  return [];
}
