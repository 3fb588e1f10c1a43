import type { PartlyKnown, TextPart } from '../../lang/partly-known.js';
import { commandsOf, type ShellCommand, type Unsure } from '../../lang/shell/commands-of.js';
import type { ShellSetting } from '../../lang/shell/settings.js';
import { shownText } from '../../lang/shell/shown-text.js';
import type { Word } from '../../lang/shell/tokens.js';
import { type ImageCall, imageCallOf } from './image-calls.js';

/** The commands of some scripts, as `runs` compares them. */
export interface Commands {
  /** Program and arguments, joined by one blank. */
  readonly lines: readonly CommandLine[];
  readonly forImages: readonly ImageCall[];
  /** Variables that they set. */
  readonly settings: readonly ShellSetting[];
  /** Why there may be others, in words that end the sentence "…, because"; `undefined` where all are certain. */
  readonly unsure: string | undefined;
}

export interface CommandLine {
  readonly text: string;
  /** The same with the program as it is written: `./deploy.sh production`. */
  readonly asWritten: string;
  /** Both again, for as far as they are known; empty where all is. */
  readonly doubts: readonly PartlyKnown[];
  /**
   * The same where only those unknown arguments are in doubt that may say what the program is to do, as in `terraform $ACTION`, or are the
   * value of an option that is asked about; all others are as written.
   */
  doubtsAbout(isAsked: (option: string) => boolean): readonly PartlyKnown[];
}

export type ReadCommands = (scripts: readonly string[]) => Commands;

/** Reads scripts, each of them once as long as there are not very many. */
export function createCommandReader(): ReadCommands {
  const read = new Map<string, Commands>();
  return (scripts) => {
    const all = scripts.map((script) => {
      const known = read.get(script);
      if (known) return known;
      if (read.size === mostKept) read.clear();
      const commands = commandsIn(script);
      read.set(script, commands);
      return commands;
    });
    if (all.length === 1) return all[0]!;
    return {
      lines: all.flatMap(({ lines }) => lines),
      forImages: all.flatMap(({ forImages }) => forImages),
      settings: all.flatMap(({ settings }) => settings),
      unsure: all.find(({ unsure }) => unsure !== undefined)?.unsure,
    };
  };
}

/** A workflow of a hundred megabytes has half a million, and they are asked for one task after another. */
const mostKept = 100_000;

function commandsIn(script: string): Commands {
  const { commands, forImages, settings, unsure } = commandsOf(script);
  const lines = commands.map(lineOf);
  return {
    lines,
    forImages: forImages.flatMap(imageCallOf),
    settings,
    unsure: unsure.find((one) => !isProgramOfItsOwn(one))?.reason,
  };
}

/**
 * A file that a shell of its own runs is matched as that command, as `./script.sh` and `make` are; one that is read into the
 * shell itself may be anything, but for what Python's tools write to set up a shell.
 */
function isProgramOfItsOwn({ file }: Unsure): boolean {
  if (!file) return false;
  const isRead = file.reader === 'source' || file.reader === '.';
  return !isRead || /(?:^|\/)bin\/activate$/.test(file.path);
}

function lineOf(command: ShellCommand): CommandLine {
  const { program, args, words, open } = command;
  const text = shownText([program, ...args].join(' '));
  const asWritten = shownText([words[0]!.text, ...args].join(' '));
  const isCertain = !open && words.every(({ known }) => known === Number.POSITIVE_INFINITY);
  return { text, asWritten, ...(isCertain ? withoutDoubts : doubtsOf(command)) };
}

type Doubts = Pick<CommandLine, 'doubts' | 'doubtsAbout'>;

/** The same for all: most lines are certain and kept, and must not hold the words that they were made of. */
const withoutDoubts: Doubts = { doubts: [], doubtsAbout: () => [] };

function doubtsOf({ program, words, open }: ShellCommand): Doubts {
  const names = [...new Set([program, words[0]!.text])];
  const given = words.slice(1);
  return {
    doubts: names.map((name) => partsOf(name, given, open)),
    doubtsAbout(isAsked) {
      const { inDoubt, isOpen } = argumentsInDoubt(given, open, isAsked);
      if (inDoubt.size === 0 && !isOpen) return [];
      const others = given.map((word, at) => (inDoubt.has(at) ? word : { ...word, known: Number.POSITIVE_INFINITY }));
      return names.map((name) => partsOf(name, others, isOpen));
    },
  };
}

interface ArgumentsInDoubt {
  readonly inDoubt: ReadonlySet<number>;
  /** More may follow of which one is. */
  readonly isOpen: boolean;
}

/**
 * What a program is to do is its first word that is no option. In front of one that is known, the value of an option is no such word;
 * every command of a program with a variable in it would count as each of its verbs otherwise.
 */
function argumentsInDoubt(
  words: readonly Word[],
  open: boolean,
  isAsked: (option: string) => boolean,
): ArgumentsInDoubt {
  const inDoubt = new Set<number>();
  let option: string | undefined;
  let hasVerb = false;
  for (const [at, word] of words.entries()) {
    const isUnknown = word.known < Number.POSITIVE_INFINITY;
    const [name, value] = word.text.slice(0, word.known).split('=', 2);
    if (name!.startsWith('-')) {
      if (isUnknown && value !== undefined && isAsked(name!)) inDoubt.add(at);
      option = value === undefined ? name : undefined;
      continue;
    }
    const isValue = option !== undefined && (!isUnknown || isKnownWord(words[at + 1]));
    const isAskedFor = option !== undefined && isAsked(option);
    if (isUnknown && (isAskedFor || (!hasVerb && !isValue))) inDoubt.add(at);
    if (!isValue && word.known > 0) hasVerb = true;
    option = undefined;
  }
  return { inDoubt, isOpen: open && (!hasVerb || (option !== undefined && isAsked(option))) };
}

/** Is it known, and no option? */
function isKnownWord(word: Word | undefined): boolean {
  return word !== undefined && word.known === Number.POSITIVE_INFINITY && !word.text.startsWith('-');
}

function partsOf(name: string, words: readonly Word[], open: boolean): PartlyKnown {
  const parts: TextPart[] = [];
  let certain = name;
  const add = (kind: Exclude<TextPart['kind'], 'text'>) => {
    parts.push({ kind: 'text', text: certain }, { kind });
    certain = '';
  };
  for (const { text, known, splits } of words) {
    if (splits && known === 0) add('more');
    else {
      certain += ` ${text.slice(0, known)}`;
      if (known < Number.POSITIVE_INFINITY) add(splits ? 'words' : 'word');
    }
  }
  if (open) add('more');
  else parts.push({ kind: 'text', text: certain });
  return parts;
}
