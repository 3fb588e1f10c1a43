import { passHeredocs } from './here-documents.js';
import { passArithmetic, readWord } from './read-word.js';
import { endOfLine, inside, matchAt, type Reader, type SimpleCommand, type Word } from './shell-reader.js';

export interface ShellReading {
  /** Those in `$( )`, between backquotes and in groups too. */
  readonly commands: readonly SimpleCommand[];
  /** Something of it depends on variables or on what commands print. */
  readonly expands: boolean;
  /** False where shells may see commands in it that were not found. */
  readonly certain: boolean;
}

/** The simple commands of shell text. It goes through the text once, and gives up where it is nested deeper than anybody writes. */
export function readShell(source: string, depth = 0): ShellReading {
  const reader: Reader = {
    source,
    at: 0,
    depth,
    commands: [],
    readCommands,
    heredocs: [],
    expands: false,
    certain: true,
  };
  if (source.includes('\0')) reader.certain = false;
  readCommands(reader, false);
  return reader;
}

function readCommands(reader: Reader, nested: boolean): void {
  const { source } = reader;
  let words: Word[] = [];
  let start = reader.at;
  let parens = 0;
  const finish = (passed: number) => {
    if (words.length > 0) reader.commands.push({ words, source: source.slice(start, reader.at).trim() });
    words = [];
    reader.at += passed;
    start = reader.at;
  };
  while (reader.at < source.length) {
    const char = source[reader.at]!;
    const next = source[reader.at + 1];
    if (char === ' ' || char === '\t' || char === '\r') reader.at += 1;
    else if (char === '\\' && next === '\n') reader.at += 2;
    else if (char === '#') reader.at = endOfLine(source, reader.at);
    else if (char === '\n') {
      finish(1);
      passHeredocs(reader);
      start = reader.at;
    } else if (isRedirection(source, reader.at)) readRedirection(reader);
    else if (char === '(' && next === '(') {
      finish(2);
      inside(reader, () => passArithmetic(reader));
    } else if (char === '(') {
      parens += 1;
      finish(1);
    } else if (char === ')') {
      finish(1);
      if (parens === 0 && nested) return;
      parens = Math.max(0, parens - 1);
    } else if (char === ';' || char === '&' || char === '|') finish(1);
    else {
      const word = readWord(reader);
      // The brackets of its patterns cannot be told from the one that ends `$( )`.
      if (nested && word.bare && word.text === 'case' && words.length === 0) reader.certain = false;
      if (!isDescriptor(word, source[reader.at])) words.push(word);
    }
  }
  finish(0);
  if (nested) reader.certain = false;
}

/** `2` in `2>file` and `{log}` in `{log}>file`. */
function isDescriptor({ text, bare }: Word, next: string | undefined): boolean {
  return bare && (next === '<' || next === '>') && /^(?:\d+|\{\w+\})$/.test(text);
}

function isRedirection(source: string, at: number): boolean {
  const char = source[at];
  if (char === '&') return source[at + 1] === '>';
  return (char === '<' || char === '>') && source[at + 1] !== '(';
}

function readRedirection(reader: Reader): void {
  const { source } = reader;
  const [sign] = matchAt(/<<-|<<<|<<|<>|<&|&>>|&>|>>|>&|>\||[<>]/y, source, reader.at)!;
  reader.at += sign!.length;
  reader.at += matchAt(/(?:[ \t\r]|\\\n)*/y, source, reader.at)![0]!.length;
  const target = readWord(reader);
  if (sign !== '<<' && sign !== '<<-') return;
  if (target.known < Infinity || target.text === '') reader.certain = false;
  reader.heredocs.push({ end: target.text, tabs: sign === '<<-', expands: target.bare });
}
