import { type ShellToken, type ValueRange, valueSign } from './scan.js';

/** A command of shell text, without its redirections. */
export interface SimpleCommand {
  readonly words: readonly CommandWord[];
  /** Values in what the text itself gives it to read: a here-string, a `< <( )`. */
  readonly input: readonly ValueRange[];
  /** Where a pipe stands before it, be it of a group around it: how many values stand before that pipe. */
  readonly piped: number;
}

export interface CommandWord {
  /** Without quotes, and with `valueSign` for each value; of a long word the beginning. */
  readonly text: string;
  /** Values in it, those in a `$( )` in it included. */
  readonly values: ValueRange;
  /** It is a `<( )`: the values are in the file that it names. */
  readonly isFile: boolean;
}

/**
 * The simple commands of shell text, those inside of `$( )` and `<( )` too.
 * @param marks offsets of the values
 */
export function simpleCommands(
  source: string,
  marks: readonly number[],
  tokens: readonly ShellToken[],
): readonly SimpleCommand[] {
  const levels = new Map<object, ShellToken[]>();
  for (const token of tokens) {
    const level = levels.get(token.within);
    if (level) level.push(token);
    else levels.set(token.within, [token]);
  }
  const textOf = ({ start, end, values }: WordToken) => textBetween(source, marks, start, end, values);
  return [...levels.values()].flatMap((level) => commandsOfLevel(level, textOf));
}

type WordToken = Extract<ShellToken, { kind: 'word' }>;
type Operator = Extract<ShellToken, { kind: 'operator' }>;

interface OpenCommand {
  readonly words: CommandWord[];
  readonly input: ValueRange[];
  piped: number;
  /** What the next word is. */
  next: 'argument' | 'target' | 'here-string';
}

/** A `<( )` or `>( )` that is open, and the command that it is a word of. */
interface Substitution {
  readonly outer: OpenCommand;
  readonly from: number;
}

function commandsOfLevel(tokens: readonly ShellToken[], textOf: (word: WordToken) => string): readonly SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  const brackets: (Substitution | undefined)[] = [];
  let open = newCommand(0);
  const finish = (piped: number) => {
    if (open.words.length > 0 || open.input.length > 0) commands.push(open);
    open = newCommand(piped);
  };
  for (const [index, token] of tokens.entries()) {
    const after = tokens[index + 1];
    if (token.kind === 'word') {
      addWord(open, token, textOf(token), after);
      continue;
    }
    const { sign, values } = token;
    const before = signDirectlyBefore(token, tokens[index - 1]);
    if (sign === '<<<') open.next = 'here-string';
    else if (sign === '(' && (before === '<' || before === '>')) {
      brackets.push({ outer: open, from: values });
      open = newCommand(before === '>' ? values : 0);
    } else if (sign === '<' || sign === '>') {
      if (!isDirectly(token, after, '(')) open.next = 'target';
    } else if (sign === '&' && (before === '<' || before === '>' || isDirectly(token, after, '>'))) {
      open.next = 'target';
    } else if (sign === '|' && before === '>') open.next = 'target';
    else if (sign === '(') {
      finish(open.piped);
      brackets.push(undefined);
    } else if (sign === ')') {
      finish(open.piped);
      const closed = brackets.pop();
      if (closed) open = withFile(closed, values);
    } else finish(isPipe(token, before, after) ? values : open.piped);
  }
  finish(0);
  return commands;
}

function newCommand(piped: number): OpenCommand {
  return { words: [], input: [], piped, next: 'argument' };
}

function withFile({ outer, from }: Substitution, to: number): OpenCommand {
  if (outer.next === 'target') outer.input.push({ from, to });
  else outer.words.push({ text: '<()', values: { from, to }, isFile: true });
  outer.next = 'argument';
  return outer;
}

function addWord(open: OpenCommand, { values, end }: WordToken, text: string, after: ShellToken | undefined): void {
  const isDescriptor = /^\d+$/.test(text) && after?.kind === 'operator' && after.at === end && /[<>]/.test(after.sign);
  if (isDescriptor) return;
  if (open.next === 'here-string') open.input.push(values);
  else if (open.next === 'argument') open.words.push({ text, values, isFile: false });
  open.next = 'argument';
}

function isPipe(token: Operator, before: string, after: ShellToken | undefined): boolean {
  return token.sign === '|' && before !== '|' && !isDirectly(token, after, '|');
}

function signDirectlyBefore(token: Operator, before: ShellToken | undefined): string {
  return before?.kind === 'operator' && before.at + before.sign.length === token.at ? before.sign : '';
}

function isDirectly(token: Operator, after: ShellToken | undefined, sign: string): boolean {
  return after?.kind === 'operator' && after.sign === sign && after.at === token.at + 1;
}

function textBetween(
  source: string,
  marks: readonly number[],
  start: number,
  end: number,
  { from, to }: ValueRange,
): string {
  const stop = Math.min(end, start + longestName);
  let written = '';
  let at = start;
  for (let value = from; value < to && marks[value]! <= stop; value += 1) {
    written += source.slice(at, marks[value]) + valueSign;
    at = marks[value]!;
  }
  return (written + source.slice(at, stop)).replace(/\\\n|\\(.)|['"]/gs, '$1');
}

/** Names of programs and options are shorter. */
const longestName = 200;
