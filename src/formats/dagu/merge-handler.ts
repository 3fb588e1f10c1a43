import type { Report } from '../../diagnostics/diagnostics.js';
import type { HandlerPlan } from '../../model/plan.js';
import type { TextEdit } from '../../model/source.js';
import { lineEndAfter, lineStartBefore } from '../../text/lines.js';
import { scalarText } from '../../text/print-yaml.js';
import type { YamlPair, YamlScalar } from '../../text/yaml-node.js';
import type { DaguDocument } from './document.js';
import { fieldOf, fieldValue } from './fields.js';
import { eventKey, rulesOf } from './handler-fields.js';
import { scriptBeforeCommand } from './handler-script.js';
import { contentDigest, endLine, markLine } from './mark.js';
import { surroundingsOf } from './surroundings.js';
import type { TextPlace } from './text-place.js';

/** Edits that put the hooks in front of the command that a handler has already. */
export function mergeHandler(
  place: TextPlace,
  document: DaguDocument,
  pair: YamlPair,
  { handler, marks }: { readonly handler: HandlerPlan; readonly marks: boolean },
  dialect: 'v1' | 'v2',
  report: Report,
): readonly TextEdit[] {
  const step = pair.value.kind === 'map' ? pair.value : undefined;
  const commandPair = step && (fieldOf(step, 'command') ?? (dialect === 'v2' ? fieldOf(step, 'run') : undefined));
  const event = eventKey(handler);
  const key = pair.key.value;
  if (!step || !commandPair || fieldValue(step, 'script'))
    return refuseHandler(key, 'it is not a mere command', document, pair, report);
  const { oneLine } = surroundingsOf(document, dialect);
  const script = scriptBeforeCommand(handler, oneLine);
  const mark = marks && !oneLine ? [markLine(rulesOf(handler), contentDigest(event, script))] : [];
  const edits = putBefore(place, commandPair, step.flow, { script, mark });
  if (!edits) return refuseHandler(key, 'its command is written over several lines', document, pair, report);
  for (const { injection } of handler.injections) {
    const { id, policy, span } = injection.rule;
    if (policy.onFailure !== 'continue') report('DW604', { rule: id, handler: key }, { span });
  }
  return edits;
}

interface MarkedScript {
  readonly script: string;
  /** Lines, or none. */
  readonly mark: readonly string[];
}

function putBefore(
  place: TextPlace,
  pair: YamlPair,
  inFlow: boolean,
  hooks: MarkedScript,
): readonly TextEdit[] | undefined {
  const { value } = pair;
  if (value.kind === 'sequence' && value.items.length > 0) {
    const first = value.items[0]!;
    const column = first.start - lineStartBefore(place.text, first.start);
    const lines = [...hooks.mark, `- ${scalarText(hooks.script)}`, ''].join(place.lineBreak + ' '.repeat(column));
    const item = `${place.flow([...hooks.mark, hooks.script].join('\n'))}${place.comma}`;
    return [place.replace(first.start, first.start, value.flow ? item : lines)];
  }
  if (value.kind !== 'scalar' || value.type === 'null') return undefined;
  if (value.style === 'literal') return putIntoBlock(place, value, hooks);
  if (value.style === 'folded' || place.text.slice(value.start, value.end).includes('\n')) return undefined;
  return makeList(place, pair, value, inFlow, hooks);
}

/** A list runs its commands one by one and stops at a failure, which hooks before the last one do not report. */
function makeList(
  place: TextPlace,
  pair: YamlPair,
  command: YamlScalar,
  inFlow: boolean,
  { script, mark }: MarkedScript,
): readonly TextEdit[] {
  const { text, lineBreak } = place;
  const lineStart = lineStartBefore(text, pair.key.start);
  const indent = text.slice(lineStart, pair.key.start);
  if (inFlow || indent.trim() !== '')
    return [
      place.replace(command.start, command.start, `[${place.flow([...mark, script].join('\n'))}${place.comma}`),
      place.replace(command.end, command.end, ']'),
    ];
  const colon = text.indexOf(':', pair.key.end) + 1;
  const items = ['', ...mark, `- ${scalarText(script)}`, '-'].join(`${lineBreak}${indent}  `);
  return [place.replace(colon, colon, items)];
}

/** In a `|` block the hooks become its first lines; a block that names its own interpreter is none for the shell. */
function putIntoBlock(
  place: TextPlace,
  block: YamlScalar,
  { script, mark }: MarkedScript,
): readonly TextEdit[] | undefined {
  if (block.value.startsWith('#!') || block.value.trim() === '') return undefined;
  const firstLine = lineEndAfter(place.text, block.start);
  const indent = /^[ ]*/.exec(place.text.slice(firstLine))![0];
  const marked = mark.length > 0 ? [...mark, ...script.split('\n'), endLine] : script.split('\n');
  const lines = marked.map((line) => (line === '' ? '' : indent + line) + place.lineBreak);
  return indent === '' ? undefined : [place.replace(firstLine, firstLine, lines.join(''))];
}

/** Reports that hooks cannot be added to a handler, or to all of them. */
export function refuseHandler(
  handler: string,
  why: string,
  document: DaguDocument,
  pair: YamlPair,
  report: Report,
): readonly TextEdit[] {
  report('DW603', { handler, why }, { span: { file: document.file, start: pair.key.start, end: pair.key.end } });
  return [];
}
