import { commandChar, endWord } from './read-commands.js';
import {
  type Arithmetic,
  arithmetic,
  closing,
  commands,
  enter,
  type Frame,
  lose,
  matchAt,
  peek,
  record,
  refused,
  type Scan,
  skip,
  wordHere,
} from './scan.js';
import { addBare, addQuoted, addUnknown, type OpenWord } from './word.js';

/**
 * Reads shell text: how each value in it is, and the words and operators that it is made of. Once through the text, in
 * linear time, however deep it nests.
 * @param source the text without the values
 * @param marks offsets into it where values go, ascending; several may be equal
 * @param isBody it is the body of a here-document, which is text with expansions
 */
export function readText(source: string, marks: readonly number[], isBody = false): Scan {
  const scan: Scan = {
    source,
    marks,
    contexts: [],
    at: 0,
    stack: [],
    levels: [],
    inner: [],
    heredocs: [],
    lost: undefined,
    unclosed: undefined,
    unsure: [],
    expands: false,
    depth: 0,
  };
  scan.stack.push(isBody ? { kind: 'body', refusal: undefined, word: undefined } : commands(scan, false));
  while (scan.at < source.length) step(scan);
  record(scan, source.length);
  endWord(scan);
  if (scan.stack.length > 1) scan.unclosed ??= openings[scan.stack.at(-1)!.kind];
  return scan;
}

const openings = {
  commands: 'a $(',
  double: 'a double quote',
  parameter: 'a ${',
  arithmetic: 'a ((',
  index: 'a [',
  body: 'a here-document',
} as const;

const closers: Readonly<Record<string, string>> = { parameter: '}', index: ']' };

function step(scan: Scan): void {
  record(scan, scan.at);
  const frame = scan.stack.at(-1)!;
  const char = scan.source[scan.at]!;
  if (char === '\\') backslash(scan, frame);
  else if (char === '$') dollar(scan, frame);
  else if (char === '`') backquote(scan, frame);
  else if (char === '"' && frame.kind !== 'body') doubleQuote(scan, frame);
  else if (char === "'" && singleQuotes(scan, frame)) singleQuote(scan, frame);
  else if (frame.kind === 'commands') commandChar(scan, frame, char);
  else if (frame.kind === 'arithmetic') arithmeticChar(scan, frame, char);
  else if (frame.kind === 'double' || frame.kind === 'body') plainText(scan, frame);
  else if (frame.kind === 'index' && char === '[') {
    enter(scan, { kind: 'index', refusal: undefined, word: frame.word }, 1);
  } else {
    if (frame.kind === 'index' && /[\s;&|<>()#]/.test(char))
      lose(scan, 'a [ before it is an index to some shells only');
    if (char === closers[frame.kind]) scan.stack.pop();
    if (frame.word) addBare(frame.word, char, '');
    scan.at++;
  }
}

function plainText(scan: Scan, { word }: Frame): void {
  const [text] = matchAt(/[^\\$`"]+/y, scan.source, scan.at);
  const mark = scan.marks[scan.contexts.length] ?? scan.source.length;
  const end = Math.min(scan.at + (text ?? ' ').length, mark);
  addQuoted(word, scan.source.slice(scan.at, end));
  scan.at = end;
}

function backslash(scan: Scan, frame: Frame): void {
  const next = peek(scan, 1);
  if (frame.kind === 'commands' && next !== '\n') {
    const word = wordHere(scan, frame);
    word.head += `\\${next}`;
    addQuoted(word, next);
  } else if (next !== '\n') addQuoted(frame.word, '$`"\\'.includes(next) ? next : `\\${next}`);
  scan.at += next === '' ? 1 : 2;
  if (next === '') record(scan, scan.at, refused('a backslash is right before it'));
}

function dollar(scan: Scan, frame: Frame): void {
  const next = peek(scan, 1);
  const bare = frame.kind === 'commands';
  const word = bare ? wordHere(scan, frame) : frame.word;
  if (bare) word!.head += '$';
  if (next === "'" && !inDouble(scan)) {
    escapes(scan, frame);
    return;
  }
  const [braced] = next === '{' ? matchAt(/\$\{\w+\}/y, scan.source, scan.at) : [];
  if (next === '"' && !inDouble(scan)) addQuoted(word, '');
  else if (!/[\w@*#?$!({[-]/.test(next)) addQuoted(word, '$');
  else {
    scan.expands = true;
    addUnknown(word, braced ?? (/[\w$]/.test(next) ? '$' : ''), bare || isList(scan));
  }
  if (next === '(' && peek(scan, 2) === '(') {
    enter(scan, arithmetic('it is in $(( )), which the shell evaluates'), 3);
  } else if (next === '(') {
    const inner = commands(scan, true);
    if (word) word.levels = [...word.levels, { sign: '$(', level: inner.level }];
    enter(scan, inner, 2);
  } else if (next === '{') {
    if (/[\s|]/.test(peek(scan, 2))) scan.unsure.push('a ${ } may hold commands');
    if (matchAt(/\$\{!?\w+(?:\[[\w@*]*\])?@P\}/y, scan.source, scan.at).length > 0)
      scan.unsure.push('a ${…@P} runs the commands in a value');
    enter(scan, { kind: 'parameter', refusal: 'it is in a ${ } expansion', word: undefined }, 2);
  } else if (next === '[' && scan.source.includes(']', scan.at)) {
    scan.unsure.push('a $[ ] holds arithmetic to some shells only');
    skip(scan, scan.source.indexOf(']', scan.at), refused('it is in $[ ], which the shell evaluates'), 'a $[');
  } else {
    scan.at++;
    if (next === '') record(scan, scan.at, refused('a dollar sign is right before it'));
  }
}

/** `$@` and `${list[@]}` are as many words as they hold, quoted or not. */
function isList({ source, at }: Scan): boolean {
  return matchAt(/\$(?:@|\{!?(?:\w+\[?)?@)/y, source, at).length > 0;
}

/** `$'…'`: which characters it means depends on the shell. */
function escapes(scan: Scan, { word }: Frame): void {
  const close = closing(scan.source, scan.at + 2, "'");
  const text = scan.source.slice(scan.at + 2, close === -1 ? undefined : close);
  if (text.includes('\\')) {
    addUnknown(word, text, false);
    scan.expands = true;
  } else addQuoted(word, text);
  skip(scan, close, refused("it is in $'…', which not every shell knows"), "a $'");
}

function singleQuotes(scan: Scan, frame: Frame): boolean {
  return frame.kind === 'commands' || frame.kind === 'index' || (frame.kind === 'parameter' && !inDouble(scan));
}

function inDouble(scan: Scan): boolean {
  const [before, last] =
    scan.stack.length > 1 ? scan.stack.slice(-2).map(({ kind }) => kind) : ['', scan.stack[0]!.kind];
  const quotes = ['double', 'body'];
  return quotes.includes(last!) || (last === 'parameter' && quotes.includes(before!));
}

function backquote(scan: Scan, frame: Frame): void {
  if (frame.kind === 'commands') wordHere(scan, frame).head += '`';
  const close = closing(scan.source, scan.at + 1, '`');
  const code = scan.source.slice(scan.at + 1, close === -1 ? undefined : close);
  scan.inner.push({ text: code.replace(inDouble(scan) ? /\\([`$\\"])/g : /\\([`$\\])/g, '$1'), isBody: false });
  scan.expands = true;
  addUnknown(frame.word, '', frame.kind === 'commands');
  skip(scan, close, refused(betweenBackquotes), 'a backquote');
}

export const betweenBackquotes = 'it is between backquotes';

function doubleQuote(scan: Scan, frame: Frame): void {
  if (frame.kind === 'double') {
    scan.stack.pop();
    scan.at++;
    return;
  }
  const word = frame.kind === 'commands' ? wordHere(scan, frame) : frame.word;
  if (frame.kind === 'commands') word!.head += '"';
  addQuoted(word, '');
  enter(scan, { kind: 'double', refusal: undefined, word }, 1);
}

function singleQuote(scan: Scan, frame: Frame): void {
  const word = frame.kind === 'commands' ? wordHere(scan, frame) : frame.word;
  if (frame.kind === 'commands') word!.head += "'";
  const close = scan.source.indexOf("'", scan.at + 1);
  addWithin(scan, word, close === -1 ? scan.source.length : close);
  skip(scan, close, { kind: 'single' }, 'a single quote');
}

function addWithin(scan: Scan, word: OpenWord | undefined, end: number): void {
  let from = scan.at + 1;
  for (;;) {
    const mark = scan.marks[scan.contexts.length] ?? end;
    addQuoted(word, scan.source.slice(from, Math.min(mark, end)));
    if (mark >= end) return;
    record(scan, mark, { kind: 'single' });
    from = mark;
  }
}

/** Where it holds what arithmetic does not, or ends in another way, shells disagree about what it is. */
function arithmeticChar(scan: Scan, frame: Arithmetic, char: string): void {
  const endsOddly = char === ')' && frame.parens === 2 && peek(scan, 1) !== ')';
  const maybeComment = char === '#' && !/\w/.test(scan.source[scan.at - 1]!);
  if (endsOddly || maybeComment || /['\n]/.test(char) || scan.source.startsWith('case', scan.at)) {
    lose(scan, 'a (( before it holds more than arithmetic');
  }
  if (char === '(') frame.parens++;
  if (char === ')' && --frame.parens === 0) scan.stack.pop();
  scan.at++;
}
