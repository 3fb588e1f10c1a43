import type { HereDocument, Level, Operator, ShellToken, ValueRange, Word } from './tokens.js';

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

/** The simple commands of shell text, those inside of `$( )` and `<( )` too. Every text has some reading. */
export function simpleCommands(levels: readonly Level[]): readonly SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  const roots = new Map<Level, CommandNode>();
  for (const level of levels) {
    const root = roots.get(level) ?? { inputs: [], outer: undefined };
    const first = level.tokens[0];
    if (!first) continue;
    const parse: Parse = {
      tokens: level.tokens,
      at: 0,
      commands,
      roots,
      root,
      open: newCommand(root),
      sink: root,
      groups: [],
      position: 'command',
      redirect: undefined,
      pipelineFrom: first.kind === 'word' ? first.values.from : first.before,
      feed: [],
    };
    for (; parse.at < level.tokens.length; parse.at += 1) {
      const token = level.tokens[parse.at]!;
      if (token.kind === 'word') readWord(parse, token);
      else readOperator(parse, token);
    }
    finish(parse);
  }
  return commands;
}

interface Parse {
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

function newCommand(outer: CommandNode): OpenCommand {
  return { inputs: [], outer, assignments: [], words: [], start: -1, end: -1 };
}

function finish(parse: Parse): void {
  const { open, groups, root } = parse;
  if (open.words.length > 0 || open.assignments.length > 0) {
    open.inputs.push(...parse.feed);
    parse.commands.push(open);
  }
  parse.open = newCommand(groups.at(-1)?.node ?? root);
  parse.sink = parse.open;
}

function readWord(parse: Parse, word: Word): void {
  if (isDescriptor(word, parse.tokens[parse.at + 1])) return;
  if (parse.redirect === undefined && (parse.position === 'command' || parse.position === 'argument')) {
    if (parse.position === 'command' && isReserved(parse, word)) return;
    parse.sink = parse.open;
    if (isEmpty(parse.open) && isAssignment(word)) parse.open.assignments.push(word);
    else parse.open.words.push(word);
    if (parse.open.words.length > 0) parse.position = 'argument';
    reachTo(parse.open, word);
  }
  for (const { sign, level } of word.levels) {
    const fromPipeline = { from: 'pipe' as const, values: { from: parse.pipelineFrom, to: word.values.from } };
    parse.roots.set(
      level,
      sign === '>(' ? { inputs: [fromPipeline], outer: undefined } : { inputs: [], outer: parse.open },
    );
  }
  if (parse.redirect === undefined) otherWord(parse, word);
  else readTarget(parse, parse.redirect, word);
}

function reachTo(open: OpenCommand, { start, end }: Word | Operator): void {
  if (open.start === -1) open.start = start;
  open.end = end;
}

function isEmpty({ words }: OpenCommand): boolean {
  return words.length === 0;
}

/** `2` in `2>file` and `{log}` in `{log}>file`. */
function isDescriptor({ text, bare, end }: Word, after: ShellToken | undefined): boolean {
  if (bare !== Number.POSITIVE_INFINITY || !/^(?:\d+|\{\w+\})$/.test(text)) return false;
  return after?.kind === 'operator' && after.start === end && /^[<>]/.test(after.sign);
}

export function isAssignment({ text, bare }: Word): boolean {
  const [whole, index] = assignment.exec(text) ?? [];
  return whole !== undefined && (index !== undefined || bare >= whole.length);
}

const assignment = /^[A-Za-z_]\w*(\[[^\]]*\])?\+?=/;

function readTarget(parse: Parse, sign: string, word: Word): void {
  parse.redirect = undefined;
  reachTo(parse.open, word);
  const { values, text, known } = word;
  if (sign === '<<<') {
    parse.sink.inputs.push({ from: 'text', values, ...(known === Number.POSITIVE_INFINITY && { text }) });
  } else if (sign === '<' || sign === '<>' || sign === '<&') {
    parse.sink.inputs.push(word.isFile ? { from: 'text', values } : { from: 'file', values: nothing });
  }
}

const nothing: ValueRange = { from: 0, to: 0 };

/** Words of the language, where a command may begin. */
function isReserved(parse: Parse, word: Word): boolean {
  const { open, tokens, at } = parse;
  if (word.bare !== Number.POSITIVE_INFINITY || open.assignments.length > 0) return false;
  switch (word.text) {
    case 'then':
    case 'elif':
    case 'else':
    case 'do':
    case '!':
      return true;
    case 'if':
      return begin(parse, word.values.from, 'fi', 'command');
    case 'while':
    case 'until':
      return begin(parse, word.values.from, 'done', 'command');
    case 'for':
    case 'select':
      return begin(parse, word.values.from, 'done', 'name');
    case 'case':
      return begin(parse, word.values.from, 'esac', 'subject');
    case '{':
      return begin(parse, word.values.from, '}', 'command');
    case '}':
    case 'fi':
    case 'done':
    case 'esac':
      return leave(parse, word.text);
    case 'function':
      parse.position = 'function';
      return true;
    case '[[':
      parse.position = 'test';
      return true;
    case 'time':
      if (beginsGroup(tokens[at + 1])) return true;
      if (textOf(tokens[at + 1]) !== '-p' || !beginsGroup(tokens[at + 2])) return false;
      parse.at += 1;
      return true;
    case 'coproc':
      // Only a group may have a name.
      if (tokens[at + 1]?.kind === 'word' && isCompound(tokens[at + 2])) parse.at += 1;
      return beginsGroup(tokens[parse.at + 1]);
    default:
      return false;
  }
}

function textOf(token: ShellToken | undefined): string {
  return token?.kind === 'word' ? bareText(token) : '';
}

function bareText({ text, bare }: Word): string {
  return bare === Number.POSITIVE_INFINITY ? text : '';
}

/** A word of the language may be there, so that no program does. */
function beginsGroup(token: ShellToken | undefined): boolean {
  return isCompound(token) || /^(?:!|time|coproc)$/.test(textOf(token));
}

function isCompound(token: ShellToken | undefined): boolean {
  if (token?.kind === 'operator') return token.sign === '(';
  return /^(?:\{|if|while|until|for|select|case|\[\[)$/.test(textOf(token));
}

function begin(parse: Parse, pipelineFrom: number, end: string, position: Position): true {
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
function leave(parse: Parse, end: string): true {
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

function otherWord(parse: Parse, word: Word): void {
  const text = bareText(word);
  switch (parse.position) {
    case 'name':
      // The name stood in `(( ))`.
      parse.position = text === 'do' || text === '{' ? 'command' : 'in';
      if (text === '{') begin(parse, word.values.from, '}', 'command');
      break;
    case 'in':
      parse.position = text === 'do' ? 'command' : 'list';
      break;
    case 'function':
      parse.position = 'command';
      break;
    case 'subject':
      if (text === 'in') parse.position = 'pattern';
      break;
    case 'pattern':
      if (text === 'esac') leave(parse, text);
      break;
    case 'test':
      if (text === ']]') parse.position = 'command';
      break;
    default:
  }
}

function readOperator(parse: Parse, operator: Operator): void {
  const { sign, before, heredoc } = operator;
  const { position } = parse;
  parse.redirect = undefined;
  if (position === 'test' || (position === 'pattern' && sign !== ')')) return;
  if (position === 'array' || position === 'array argument') {
    if (sign === ')') parse.position = position === 'array' ? 'command' : 'argument';
  } else if (position === 'pattern') {
    parse.position = 'command';
    parse.pipelineFrom = before;
  } else if (heredoc) {
    reachTo(parse.open, operator);
    parse.sink.inputs.push({ from: 'text', values: nothing, ...bodyOf(heredoc) });
  } else if (/^(?:[<>]|&>)/.test(sign)) {
    reachTo(parse.open, operator);
    parse.redirect = sign;
  } else if (sign === '(') openBracket(parse, operator);
  else if (sign === ')') leave(parse, sign);
  else if (sign === '|' || sign === '|&') {
    finish(parse);
    parse.feed = [{ from: 'pipe', values: { from: parse.pipelineFrom, to: before } }];
    parse.position = 'command';
  } else if (sign !== '\n' || !(position === 'subject' || awaitsCommand(parse))) endPipeline(parse, sign, before);
}

function bodyOf({ body, expands, tabs }: HereDocument): { readonly text?: string } {
  if (expands && /[$`\\]/.test(body)) return {};
  return { text: tabs ? body.replace(/^\t+/gm, '') : body };
}

/** Right behind a pipe, where a line may end. */
function awaitsCommand({ feed, open, sink }: Parse): boolean {
  return feed.length > 0 && sink === open && open.start === -1;
}

function endPipeline(parse: Parse, sign: string, before: number): void {
  finish(parse);
  parse.feed = [];
  parse.pipelineFrom = before;
  const inCase = sign.startsWith(';') && sign.length > 1 && parse.groups.at(-1)?.end === 'esac';
  parse.position = inCase ? 'pattern' : 'command';
}

function openBracket(parse: Parse, operator: Operator): void {
  const { tokens, at, open } = parse;
  const last = tokens[at - 1];
  const after = tokens[at + 1];
  if (last?.kind === 'word' && last.end === operator.start && /^[A-Za-z_]\w*(?:\[.*\])?\+?=$/.test(last.text)) {
    parse.position = isEmpty(open) ? 'array' : 'array argument';
  } else if (after?.kind === 'operator' && after.sign === ')') {
    // `name() …`
    parse.at += 1;
    parse.open = newCommand(open.outer!);
    parse.sink = parse.open;
    parse.position = 'command';
  } else {
    if (!isEmpty(open)) finish(parse);
    begin(parse, operator.before, ')', 'command');
  }
}
