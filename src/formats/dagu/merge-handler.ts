import type { TextEdit } from '../../model/source.js';
import { lineEndAfter, lineStartBefore } from '../../text/lines.js';
import { flowText, scalarText } from '../../text/print-yaml.js';
import { textOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlPair, YamlScalar, YamlSequence } from '../../text/yaml-node.js';
import { contentDigest, endLine, markLine } from '../yaml-steps/mark.js';
import type { TextPlace } from '../yaml-steps/text-place.js';
import { fieldOf, isKey } from './fields.js';
import { rulesOf } from './handler-fields.js';
import {
  type HandlerHook,
  lineBeforeCommand,
  scriptBeforeCommand,
  windowsScriptBeforeCommand,
  withoutReturnComments,
} from './handler-script.js';
import { isShellForHooks, type Surroundings } from './surroundings.js';

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

/**
 * Where hooks can go in front of the command that a handler runs already.
 * - `list`: they become the first item of its list.
 * - `line`: it is one line, and becomes the last item of a list.
 * - `text`: they become the first lines of a `|` block, or of what is between double quotes.
 */
export type MergeSpot = { readonly command: YamlPair } & (
  | { readonly kind: 'list'; readonly list: YamlSequence }
  | { readonly kind: 'line'; readonly line: YamlScalar; readonly inFlow: boolean }
  | { readonly kind: 'text'; readonly text: YamlScalar; readonly windows: boolean }
);

/**
 * Finds it, or says why there is no spot, in words that follow "because". Nothing that the handler says besides may keep hooks
 * from running, end them early, or send what they print elsewhere.
 */
export function mergeSpot(
  text: string,
  { value }: YamlPair,
  { dialect, defaults }: Pick<Surroundings, 'dialect' | 'defaults'>,
): MergeSpot | string {
  if (value.kind === 'alias') return 'it is written elsewhere in the file';
  if (value.kind !== 'map') return noCommand;
  const command = commandPair(value, dialect);
  if (!command) return noCommand;
  const other = value.pairs.find((pair) => pair !== command && !isHarmless(pair));
  if (other) return `its \`${other.key.value}\` would hold for the hooks as well`;
  if (defaults.has('timeout_sec') && !isUnlimited(value))
    return '`timeout_sec` of `defaults` would hold for the hooks as well';
  const environment = fieldOf(value, 'env')?.value;
  if (environment && text.slice(environment.start, environment.end).includes('`'))
    return 'its `env` runs commands, which may fail';
  return spotIn(text, command, value.flow);
}

const noCommand = 'it is not a mere command';

function isUnlimited(handler: YamlMap): boolean {
  return textOf(fieldOf(handler, 'timeout_sec')?.value) === '0';
}

/** What a handler runs, where a shell runs it. */
function commandPair(step: YamlMap, dialect: Surroundings['dialect']): YamlPair | undefined {
  const names = dialect === 'v1' ? ['command', 'script'] : ['run', 'command', 'script'];
  const found = names.flatMap((name) => fieldOf(step, name) ?? []);
  return found.length === 1 ? found[0] : undefined;
}

/** Handlers ignore what a step says about order and failures. */
const harmless = [
  ...['name', 'id', 'description', 'depends', 'env', 'continueOn', 'continue_on', 'retryPolicy', 'retry_policy'],
  ...['mailOnError', 'mail_on_error', 'signalOnStop', 'signal_on_stop'],
];

function isHarmless({ key, value }: YamlPair): boolean {
  if (isKey(key.value, 'shell')) return isShellForHooks(value);
  if (key.value === 'with')
    return (
      value.kind === 'map' && value.pairs.every((pair) => pair.key.value === 'shell' && isShellForHooks(pair.value))
    );
  if (key.value === 'timeout_sec') return textOf(value) === '0';
  return harmless.some((name) => isKey(key.value, name));
}

function spotIn(text: string, command: YamlPair, inFlow: boolean): MergeSpot | string {
  const { key, value } = command;
  const isScript = isKey(key.value, 'script');
  if (value.kind === 'sequence' && value.items.length > 0 && !isScript) return { kind: 'list', command, list: value };
  if (value.kind !== 'scalar' || value.value.trim() === '') return noCommand;
  if (value.value.startsWith('#!')) return 'its script names its own interpreter';
  const written = text.slice(value.start, value.end);
  if (value.style === 'literal')
    return isPlainBlock(text, value)
      ? { kind: 'text', command, text: value, windows: written.includes('\r') }
      : unusual;
  if (written.includes('\n')) return unusual;
  if (value.value.includes('\n'))
    return value.style === 'double' ? { kind: 'text', command, text: value, windows: false } : unusual;
  const startsLine = text.slice(lineStartBefore(text, key.start), key.start).trim() === '';
  const followsKey = /^[ \t]*$/.test(text.slice(text.indexOf(':', key.end) + 1, value.start));
  if (isScript || !followsKey || !(inFlow || startsLine)) return unusual;
  return { kind: 'line', command, line: value, inFlow };
}

const unusual = 'its command is written in a way that leaves no room before it';

/** One whose first line tells how far all of it is indented. */
function isPlainBlock(text: string, block: YamlScalar): boolean {
  const firstLine = lineEndAfter(text, block.start);
  const header = text.slice(block.start, firstLine);
  return !/^\|\S*\d/.test(header) && /^ +[^ \r\n]/.test(text.slice(firstLine, firstLine + deepest));
}

const deepest = 400;
