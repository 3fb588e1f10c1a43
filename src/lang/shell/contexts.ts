import { commandChar, endWord } from './commands.js';
import {
  type Arithmetic,
  closing,
  commands,
  enter,
  type Frame,
  peek,
  record,
  refused,
  type Scan,
  type ShellContext,
  type ShellToken,
  skip,
} from './scan.js';

export interface ShellReading {
  /** How each value stands, in their order. */
  readonly contexts: readonly ShellContext[];
  /** What the text is made of, as far as it can be told. */
  readonly tokens: readonly ShellToken[];
}

/**
 * Reads shell text as far as quoting goes and says how each value in it stands. Linear in the text.
 * @param source the text without the values
 * @param marks offsets into it where values go, ascending; several may be equal
 */
export function readShellText(source: string, marks: readonly number[]): ShellReading {
  const program = otherInterpreter(source);
  if (program) return allRefused(marks, `the script is run by ${program}, which does not quote like the shell`);
  const scan: Scan = {
    source,
    marks,
    contexts: [],
    at: 0,
    stack: [commands(false)],
    tokens: [],
    heredocs: [],
    lost: undefined,
    unclosed: undefined,
  };
  while (scan.at < source.length) step(scan);
  record(scan, source.length);
  endWord(scan);
  const unclosed = scan.unclosed ?? (scan.stack.length > 1 ? openings[scan.stack.at(-1)!.kind] : undefined);
  if (unclosed) return allRefused(marks, `the text holds ${unclosed} that is never closed`);
  return { contexts: withoutBackquoted(scan), tokens: scan.tokens };
}

function allRefused(marks: readonly number[], reason: string): ShellReading {
  return { contexts: marks.map(() => refused(reason)), tokens: [] };
}

const openings = {
  commands: 'a $(',
  double: 'a double quote',
  parameter: 'a ${',
  arithmetic: 'a ((',
  index: 'a [',
} as const;

const closers = { double: undefined, parameter: '}', index: ']' } as const;

function otherInterpreter(source: string): string | undefined {
  const [, line] = /^\s*#!\s*([^\r\n]*)/.exec(source) ?? [];
  if (line === undefined || /(?:^|[\s/])(?:ba|da|a|k|z|busybox )?sh(?:\s|$)/.test(line)) return undefined;
  return line.trim() || 'an unknown program';
}

function step(scan: Scan): void {
  record(scan, scan.at);
  const frame = scan.stack.at(-1)!;
  if (frame.kind === 'commands' && frame.word === '') frame.start = { at: scan.at, values: scan.contexts.length };
  const char = scan.source[scan.at]!;
  if (char === '\\') backslash(scan, frame);
  else if (char === '$') dollar(scan, frame);
  else if (char === '`') backquote(scan, frame);
  else if (char === '"') doubleQuote(scan, frame);
  else if (char === "'" && singleQuotes(scan, frame)) singleQuote(scan, frame);
  else if (frame.kind === 'commands') commandChar(scan, frame, char);
  else if (frame.kind === 'arithmetic') arithmeticChar(scan, frame, char);
  else if (frame.kind === 'index' && char === '[') enter(scan, { kind: 'index', refusal: undefined }, 1);
  else {
    if (frame.kind === 'index' && /[\s;&|<>()#]/.test(char))
      scan.lost ??= 'a [ before it is an index to some shells only';
    if (char === closers[frame.kind]) scan.stack.pop();
    scan.at++;
  }
}

function backslash(scan: Scan, frame: Frame): void {
  const next = peek(scan, 1);
  if (frame.kind === 'commands' && next !== '\n') frame.word += `\\${next}`;
  scan.at += next === '' ? 1 : 2;
  if (next === '') record(scan, scan.at, refused('a backslash stands right before it'));
}

function dollar(scan: Scan, frame: Frame): void {
  const next = peek(scan, 1);
  if (frame.kind === 'commands') frame.word += '$';
  if (next === '(' && peek(scan, 2) === '(') {
    enter(scan, { kind: 'arithmetic', parens: 2, refusal: 'it stands in $(( )), which the shell evaluates' }, 3);
  } else if (next === '(') enter(scan, commands(true), 2);
  else if (next === '{') enter(scan, { kind: 'parameter', refusal: 'it stands in a ${ } expansion' }, 2);
  else if (next === '[' && scan.source.includes(']', scan.at)) {
    skip(scan, scan.source.indexOf(']', scan.at), refused('it stands in $[ ], which the shell evaluates'), 'a $[');
  } else if (next === "'" && !inDouble(scan)) {
    skip(
      scan,
      closing(scan.source, scan.at + 2, "'"),
      refused("it stands in $'…', which not every shell knows"),
      "a $'",
    );
  } else {
    scan.at++;
    if (next === '') record(scan, scan.at, refused('a dollar sign stands right before it'));
  }
}

function singleQuotes(scan: Scan, frame: Frame): boolean {
  return frame.kind === 'commands' || frame.kind === 'index' || (frame.kind === 'parameter' && !inDouble(scan));
}

function inDouble(scan: Scan): boolean {
  const kinds = scan.stack.slice(-2).map((frame) => frame.kind);
  return kinds.at(-1) === 'double' || (kinds.at(-1) === 'parameter' && kinds[0] === 'double');
}

function backquote(scan: Scan, frame: Frame): void {
  if (frame.kind === 'commands') frame.word += '`';
  skip(scan, closing(scan.source, scan.at + 1, '`'), refused(betweenBackquotes), 'a backquote');
}

const betweenBackquotes = 'it stands between backquotes';

function doubleQuote(scan: Scan, frame: Frame): void {
  if (frame.kind === 'commands') frame.word += '"';
  if (frame.kind === 'double') {
    scan.stack.pop();
    scan.at++;
  } else enter(scan, { kind: 'double', refusal: undefined }, 1);
}

function singleQuote(scan: Scan, frame: Frame): void {
  if (frame.kind === 'commands') frame.word += "'";
  skip(scan, scan.source.indexOf("'", scan.at + 1), { kind: 'single' }, 'a single quote');
}

/** Where it holds what arithmetic does not, or ends in another way, shells disagree about what it is. */
function arithmeticChar(scan: Scan, frame: Arithmetic, char: string): void {
  const endsOddly = char === ')' && frame.parens === 2 && peek(scan, 1) !== ')';
  const maybeComment = char === '#' && !/\w/.test(scan.source[scan.at - 1]!);
  if (endsOddly || maybeComment || /['\n]/.test(char) || scan.source.startsWith('case', scan.at)) {
    scan.lost ??= 'a (( before it holds more than arithmetic';
  }
  if (char === '(') frame.parens++;
  if (char === ')' && --frame.parens === 0) scan.stack.pop();
  scan.at++;
}

/** An engine may run what stands between backquotes before the shell looks at quotes, so quotes do not protect there. */
function withoutBackquoted(scan: Scan): readonly ShellContext[] {
  const contexts = [...scan.contexts];
  let mark = 0;
  let open = closing(scan.source, 0, '`');
  while (open !== -1) {
    const close = closing(scan.source, open + 1, '`');
    if (close === -1) break;
    while (mark < contexts.length && scan.marks[mark]! <= open) mark++;
    for (; mark < contexts.length && scan.marks[mark]! <= close; mark++) contexts[mark] = refused(betweenBackquotes);
    open = closing(scan.source, close + 1, '`');
  }
  return contexts;
}
