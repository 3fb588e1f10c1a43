import {
  begin,
  type CommandNode,
  finish,
  isEmpty,
  leave,
  newCommand,
  nothing,
  type Parse,
  reachTo,
  type SimpleCommand,
} from './command-tree.js';
import { readWord } from './command-words.js';
import type { HereDocument, Level, Operator } from './tokens.js';

/** The simple commands of shell text, those inside of `$( )` and `<( )` too. Every text has some reading. */
export function simpleCommands(levels: readonly Level[]): readonly SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  const roots = new Map<Level, CommandNode>();
  for (const level of levels) readLevel(level, commands, roots);
  return commands;
}

/** Does a list end within a group, such as behind `{` and before `}`? */
export function endsInGroup(level: Level): boolean {
  return readLevel(level, [], new Map()).groups.length > 0;
}

function readLevel(level: Level, commands: SimpleCommand[], roots: Map<Level, CommandNode>): Parse {
  const root = roots.get(level) ?? { inputs: [], outer: undefined };
  const first = level.tokens[0];
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
    pipelineFrom: first?.kind === 'operator' ? first.before : (first?.values.from ?? 0),
    feed: [],
  };
  for (; parse.at < level.tokens.length; parse.at += 1) {
    const token = level.tokens[parse.at]!;
    if (token.kind === 'word') readWord(parse, token);
    else readOperator(parse, token);
  }
  finish(parse);
  return parse;
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
