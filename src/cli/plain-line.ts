import type { VerbOption } from './verb-options.js';

export interface PlainLine {
  /** What is neither an option nor its value. */
  readonly inputs: readonly string[];
  /** By name, as `targetVersion`; those with a default always. */
  readonly options: Readonly<Record<string, PlainValue>>;
}

type PlainValue = string | true | readonly string[];

/**
 * Reads a line as people and scripts write it: known options in full, each with its value behind it.
 * @param options those of the verb and of every verb
 * @param words behind the verb
 * @returns `undefined` for every other line: what is wrong with it, or how else it is written, takes a real reader of options
 */
export function readPlainLine(options: readonly VerbOption[], words: readonly string[]): PlainLine | undefined {
  const byName = new Map<string, VerbOption>();
  const values: Record<string, PlainValue> = {};
  for (const option of options) {
    for (const name of option.flags.split(/[ ,]+/)) if (name.startsWith('-')) byName.set(name, option);
    if (option.default !== undefined) values[attributeOf(option)] = option.default;
  }
  const inputs: string[] = [];
  const lists = new Map<string, string[]>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (!isOption(word)) {
      inputs.push(word);
      continue;
    }
    const sign = word.startsWith('--') ? word.indexOf('=') : -1;
    const option = byName.get(sign < 0 ? word : word.slice(0, sign));
    if (!option) return undefined;
    const attribute = attributeOf(option);
    if (!option.flags.endsWith('>')) {
      if (sign >= 0) return undefined;
      values[attribute] = true;
      continue;
    }
    const value = sign < 0 ? words[++at] : word.slice(sign + 1);
    if (!value || (sign < 0 && isOption(value)) || option.choices?.includes(value) === false) return undefined;
    if (!option.repeatable) {
      values[attribute] = value;
      continue;
    }
    const list = lists.get(attribute) ?? [...((values[attribute] as string[] | undefined) ?? [])];
    list.push(value);
    lists.set(attribute, list);
    values[attribute] = list;
  }
  return { inputs, options: values };
}

/** `-` is standard input or output. */
function isOption(word: string): boolean {
  return word.startsWith('-') && word !== '-';
}

/** As the library names it: `--target-version` is `targetVersion`. */
function attributeOf({ flags }: VerbOption): string {
  const name = /--([a-z-]+)/.exec(flags)![1]!;
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
