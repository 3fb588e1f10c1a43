import type { Level, Operator, ShellToken, ValueRange, Word } from './tokens.js';

/** A command of shell text, or a group of them. What a group is given to read, the commands in it read. */
export interface CommandNode {
  readonly inputs: Input[];
  readonly outer: CommandNode | undefined;
}

export interface SimpleCommand extends CommandNode {
  readonly assignments: readonly Word[];
  /** The program and its arguments. */
  readonly words: readonly Word[];
  /** Offsets into the text, redirections included. */
  readonly start: number;
  readonly end: number;
}

/** What a command reads: what comes through a pipe, what the text itself gives, or a file. */
export interface Input {
  readonly from: 'pipe' | 'text' | 'file';
  readonly values: ValueRange;
  /** The whole of it, where that is certain. */
  readonly text?: string;
}

/** The commands and groups of one list while they are read. */
export interface Parse {
  readonly tokens: readonly ShellToken[];
  at: number;
  readonly commands: SimpleCommand[];
  /** What is around the commands inside of a word. */
  readonly roots: Map<Level, CommandNode>;
  readonly root: CommandNode;
  open: OpenCommand;
  /** What redirections belong to: the open command, or the group that ended right before. */
  sink: CommandNode;
  readonly groups: Group[];
  position: Position;
  redirect: string | undefined;
  /** How many values are before the pipeline. */
  pipelineFrom: number;
  /** What comes through the pipe before the next command or group. */
  feed: readonly Input[];
}

interface OpenCommand extends SimpleCommand {
  readonly assignments: Word[];
  readonly words: Word[];
  start: number;
  end: number;
}

interface Group {
  readonly end: string;
  readonly node: CommandNode;
  readonly pipelineFrom: number;
}

/** What the next word is. */
type Position =
  | 'command'
  | 'argument'
  /** Of a loop, and whether its `in` may come, and what comes behind that. */
  | 'name'
  | 'in'
  | 'list'
  /** Behind `case`. */
  | 'subject'
  | 'pattern'
  | 'function'
  /** In `[[ ]]`, and in the brackets of `NAME=( )` before or behind a program. */
  | 'test'
  | 'array'
  | 'array argument';

export function newCommand(outer: CommandNode): OpenCommand {
  return { inputs: [], outer, assignments: [], words: [], start: -1, end: -1 };
}

export function isEmpty({ words }: OpenCommand): boolean {
  return words.length === 0;
}

export function reachTo(open: OpenCommand, { start, end }: Word | Operator): void {
  if (open.start === -1) open.start = start;
  open.end = end;
}

/** The open command ends here. */
export function finish(parse: Parse): void {
  const { open, groups, root } = parse;
  if (open.words.length > 0 || open.assignments.length > 0) {
    open.inputs.push(...parse.feed);
    parse.commands.push(open);
  }
  parse.open = newCommand(groups.at(-1)?.node ?? root);
  parse.sink = parse.open;
}

/** A group whose last word is `end`. */
export function begin(parse: Parse, pipelineFrom: number, end: string, position: Position): true {
  const outer = parse.groups.at(-1)?.node ?? parse.root;
  const node = { inputs: [...parse.feed], outer };
  parse.groups.push({ end, node, pipelineFrom: parse.pipelineFrom });
  parse.open = newCommand(node);
  parse.sink = parse.open;
  parse.feed = [];
  parse.pipelineFrom = pipelineFrom;
  parse.position = position;
  return true;
}

/** What ends without having begun is passed over. */
export function leave(parse: Parse, end: string): true {
  const { groups } = parse;
  finish(parse);
  parse.position = 'command';
  const index = end === ')' ? groups.findLastIndex((group) => group.end === end) : groups.length - 1;
  const group = groups[index];
  if (group?.end !== end) return true;
  groups.length = index;
  parse.open = newCommand(groups.at(-1)?.node ?? parse.root);
  parse.sink = group.node;
  parse.feed = [];
  parse.pipelineFrom = group.pipelineFrom;
  return true;
}

export const nothing: ValueRange = { from: 0, to: 0 };
