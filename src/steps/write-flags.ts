import type { Word } from '../model/step.js';
import { type FlagKind, type FlagTable, optionName } from './flags.js';

interface Written {
  text: Word | string;
  number: number;
  switch: boolean;
  list: readonly (Word | string)[];
  pairs: readonly { readonly name: string; readonly value: Word }[];
}

/** What the compiler writes: words that may hold parts known at run time only. */
export type FlagWords<Table extends FlagTable> = {
  readonly [Name in keyof Table]?: Written[Table[Name]['kind']] | undefined;
};

/** The words of a command line, in the order of the table. */
export function writeFlags<Table extends FlagTable>(table: Table, values: FlagWords<Table>): Word[] {
  const words: Word[] = [];
  for (const name of Object.keys(table)) {
    const value = values[name];
    if (value !== undefined) words.push(...wordsOf(name, table[name]!.kind, value));
  }
  return words;
}

function wordsOf(name: string, kind: FlagKind, value: Written[FlagKind]): Word[] {
  const option = text(optionName(name));
  switch (kind) {
    case 'text':
      return [option, toWord(value as Written['text'])];
    case 'number':
      return [option, text(String(value))];
    case 'switch':
      return [value ? option : text(`--no-${name.replaceAll('_', '-')}`)];
    case 'list':
      return (value as Written['list']).flatMap((item) => [option, toWord(item)]);
    case 'pairs':
      return (value as Written['pairs']).flatMap((pair) => [option, [...text(`${pair.name}=`), ...pair.value]]);
  }
}

function toWord(value: Word | string): Word {
  return typeof value === 'string' ? text(value) : value;
}

function text(value: string): Word {
  return [{ kind: 'text', text: value }];
}
