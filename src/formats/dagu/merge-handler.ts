import type { TextEdit } from '../../model/source.js';
import { lineEndAfter, lineStartBefore } from '../../text/lines.js';
import { flowText, scalarText } from '../../text/print-yaml.js';
import { contentDigest, endLine, markLine } from '../yaml-steps/mark.js';
import type { TextPlace } from '../yaml-steps/text-place.js';
import { rulesOf } from './handler-fields.js';
import {
  type HandlerHook,
  lineBeforeCommand,
  scriptBeforeCommand,
  windowsScriptBeforeCommand,
  withoutReturnComments,
} from './handler-script.js';
import type { MergeSpot } from './merge-spot.js';

/** What goes in front of a command. */
export interface Addition {
  /** The handler's key, which the mark counts in. */
  readonly key: string;
  readonly hooks: readonly HandlerHook[];
  readonly marks: boolean;
  readonly oneLine: boolean;
}

/** Edits that put the hooks in front of the command that a handler has already. */
export function mergeHandler(place: TextPlace, spot: MergeSpot, addition: Addition): readonly TextEdit[] {
  if (spot.kind === 'text') return putIntoText(place, spot, addition);
  const inFlow = place.flow(flowItem(addition)) + place.comma;
  const item = [...itemMark(addition), `- ${scalarText(plainItem(addition))}`];
  if (spot.kind === 'list') {
    const { start } = spot.list.items[0]!;
    const indent = ' '.repeat(start - lineStartBefore(place.text, start));
    return [place.replace(start, start, spot.list.flow ? inFlow : [...item, ''].join(place.lineBreak + indent))];
  }
  const { command, line } = spot;
  if (spot.inFlow) return [place.replace(line.start, line.start, `[${inFlow}`), place.replace(line.end, line.end, ']')];
  // A list runs its commands one by one and stops at a failure, which hooks before the last one do not report.
  const indent = place.text.slice(lineStartBefore(place.text, command.key.start), command.key.start);
  const colon = place.text.indexOf(':', command.key.end) + 1;
  return [place.replace(colon, colon, ['', ...item, '-'].join(`${place.lineBreak}${indent}  `))];
}

/** The item of a list that holds the hooks. */
export function plainItem({ hooks, oneLine }: Pick<Addition, 'hooks' | 'oneLine'>): string {
  return oneLine ? scriptBeforeCommand(hooks, true) : lineBeforeCommand(hooks);
}

/** The same between brackets, where no comment can be but in its shell text. */
export function flowItem(addition: Addition): string {
  return [plainItem(addition), ...itemMark(addition)].join(' ');
}

function itemMark(addition: Addition): readonly string[] {
  return markOf(addition, plainItem(addition));
}

/** The lines that hooks are in front of a text of several, each with its line break. */
export function linesInFront(addition: Addition, windows: boolean): string {
  const script = scriptInFront(addition, windows);
  const mark = markOf(addition, windows ? withoutReturnComments(script) : script);
  return [...mark, script, ...(mark.length > 0 ? [endLine] : []), ''].join('\n');
}

export function scriptInFront({ hooks, oneLine }: Pick<Addition, 'hooks' | 'oneLine'>, windows: boolean): string {
  return windows && !oneLine ? windowsScriptBeforeCommand(hooks) : scriptBeforeCommand(hooks, oneLine);
}

function markOf({ key, hooks, marks, oneLine }: Addition, content: string): readonly string[] {
  return marks && !oneLine ? [markLine(rulesOf(hooks), contentDigest(key, content))] : [];
}

function putIntoText(
  place: TextPlace,
  { text: command, windows }: Extract<MergeSpot, { kind: 'text' }>,
  addition: Addition,
): readonly TextEdit[] {
  const added = linesInFront(addition, windows);
  if (command.style === 'double') return [place.replace(command.start + 1, command.start + 1, inQuotes(added))];
  const firstLine = lineEndAfter(place.text, command.start);
  const indent = ' '.repeat(place.text.slice(firstLine).search(/[^ ]/));
  const lines = added.slice(0, -1).split('\n');
  const text = lines.map((line) => (line === '' ? '' : indent + line) + place.lineBreak).join('');
  return [place.replace(firstLine, firstLine, text)];
}

/** Text unchanged between double quotes. */
export function inQuotes(text: string): string {
  return flowText(text, true).slice(1, -1);
}
