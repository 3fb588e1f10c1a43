import { isAssignment } from './assignments.js';
import { begin, isEmpty, leave, nothing, type Parse, reachTo } from './command-tree.js';
import type { ShellToken, Word } from './tokens.js';

/** The next word: one of the language, a setting of a variable, a program, an argument, or where something is read from. */
export function readWord(parse: Parse, word: Word): void {
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

/** `2` in `2>file` and `{log}` in `{log}>file`. */
function isDescriptor({ text, bare, end }: Word, after: ShellToken | undefined): boolean {
  if (bare !== Number.POSITIVE_INFINITY || !/^(?:\d+|\{\w+\})$/.test(text)) return false;
  return after?.kind === 'operator' && after.start === end && /^[<>]/.test(after.sign);
}

function readTarget(parse: Parse, sign: string, word: Word): void {
  parse.redirect = undefined;
  reachTo(parse.open, word);
  const { values, text, unexpanded } = word;
  if (sign === '<<<') {
    parse.sink.inputs.push({ from: 'text', values, ...(unexpanded === Number.POSITIVE_INFINITY && { text }) });
  } else if (sign === '<' || sign === '<>' || sign === '<&') {
    parse.sink.inputs.push(word.isFile ? { from: 'text', values } : { from: 'file', values: nothing });
  }
}

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
