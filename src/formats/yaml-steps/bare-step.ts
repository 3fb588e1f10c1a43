import type { Field } from '../../text/print-yaml.js';
import { markInLines, type WrittenMark } from './mark.js';
import type { TextPlace } from './text-place.js';

/** An added step that is a mere text of a shell: comments in it are its mark and its name. */
export function bareText(fields: readonly Field[], mark: readonly string[]): string {
  const [name, command] = fields;
  return [...mark, `${nameSign}${name!.value}`, command!.value].join('\n');
}

/** The text as the entry of a list, without the dash. */
export function bareLines(place: TextPlace, text: string): readonly string[] {
  const key = 'text';
  const [first, ...others] = place.lines([{ key, value: text }]);
  return [first!.slice(`${key}: `.length), ...others.map((line) => line.slice(indentation))];
}

/** Of the lines of a block, below its key. */
const indentation = 2;

export interface BareStep {
  readonly name: string | undefined;
  readonly command: string;
  readonly mark: Omit<WrittenMark, 'start' | 'end'> | undefined;
}

/** What a text says besides its command. */
export function readBareText(text: string): BareStep {
  const lines = text.split('\n');
  const named = lines.findIndex((line) => nameLine.test(line));
  const mark = named > 0 ? markInLines(lines.slice(0, named)) : undefined;
  if (named < 0 || (named > 0 && !mark)) return { name: undefined, command: text, mark: undefined };
  return { name: nameLine.exec(lines[named]!)![1]!, command: lines.slice(named + 1).join('\n'), mark };
}

/** The text without its mark. */
export function nameAndCommand({ name, command }: BareStep): string {
  return name === undefined ? command : `${nameSign}${name}\n${command}`;
}

const nameSign = '# ';
const nameLine = /^# (hook-[\w.-]+)$/;
