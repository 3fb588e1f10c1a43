/** A word as its program gets it. */
export interface Word {
  readonly text: string;
  /** So many characters of it are certain; the shell fills in what follows. Infinite where all of it is. */
  readonly known: number;
  /** Without quotes and backslashes: only such a word can mean something to the shell itself. */
  readonly bare: boolean;
}

/** What the shell runs at once, with its words and as it is written. */
export interface SimpleCommand {
  readonly words: readonly Word[];
  readonly source: string;
}

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
  const reader: Reader = { source, at: 0, depth, commands: [], heredocs: [], expands: false, certain: true };
  if (source.includes('\0')) reader.certain = false;
  readCommands(reader, false);
  return reader;
}

interface Reader {
  readonly source: string;
  at: number;
  depth: number;
  readonly commands: SimpleCommand[];
  /** Announced by `<<`; their bodies begin with the next line. */
  heredocs: { readonly end: string; readonly tabs: boolean; readonly expands: boolean }[];
  expands: boolean;
  certain: boolean;
}

const DEEPEST = 30;

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

/** Bodies are data, but for the commands that an unquoted mark lets the shell run in them. */
function passHeredocs(reader: Reader): void {
  for (const { end, tabs, expands } of reader.heredocs) {
    const start = reader.at;
    for (;;) {
      const begin = reader.at;
      const stop = endOfLine(reader.source, begin);
      const line = reader.source.slice(begin, stop);
      reader.at = Math.min(stop + 1, reader.source.length);
      if ((tabs ? line.replace(/^\t+/, '') : line) === end) {
        if (expands) readBody(reader, reader.source.slice(start, begin));
        break;
      }
      // Lines that run on may hide the mark from us or from the shell.
      if (expands && line.endsWith('\\')) reader.certain = false;
      if (stop < reader.source.length) continue;
      reader.certain = false;
      break;
    }
  }
  reader.heredocs = [];
}

function readBody(reader: Reader, source: string): void {
  const within: Reader = { ...reader, source, at: 0, heredocs: [], expands: false, certain: true };
  const word = newWord();
  while (within.at < source.length) readQuotedChar(within, word);
  reader.expands ||= within.expands;
  reader.certain &&= within.certain;
}

interface OpenWord {
  text: string;
  known: number;
  bare: boolean;
  /** Where a `[` or a `{` stands that may begin a pattern. */
  bracket: number | undefined;
  brace: number | undefined;
}

function newWord(): OpenWord {
  return { text: '', known: Infinity, bare: true, bracket: undefined, brace: undefined };
}

function readWord(reader: Reader): Word {
  const { source } = reader;
  const word = newWord();
  while (reader.at < source.length) {
    const char = source[reader.at]!;
    const next = source[reader.at + 1];
    if ((char === '<' || char === '>') && next === '(') {
      reader.at += 2;
      unknown(reader, word);
      inside(reader, () => readCommands(reader, true));
    } else if (wordEnds.has(char)) break;
    else if (char === '\\') {
      if (next !== '\n') quoted(word, next ?? '');
      reader.at += 2;
    } else if (char === "'") {
      const close = source.indexOf("'", reader.at + 1);
      if (close === -1) reader.certain = false;
      const stop = close === -1 ? source.length : close;
      quoted(word, source.slice(reader.at + 1, stop));
      reader.at = stop + 1;
    } else if (char === '"') readDouble(reader, word);
    else if (char === '$') readDollar(reader, word, false);
    else if (char === '`') readBackquote(reader, word);
    else {
      notePatterns(word, char, next);
      word.text += char;
      reader.at += 1;
    }
  }
  reader.at = Math.min(reader.at, source.length);
  const { text, known, bare } = word;
  return { text, known, bare };
}

const wordEnds = new Set(' \t\r\n;&|()<>');

/** File names and lists in braces, which may yield any word. */
function notePatterns(word: OpenWord, char: string, next: string | undefined): void {
  const here = word.text.length;
  const since = (place: number | undefined) => {
    if (place !== undefined) word.known = Math.min(word.known, place);
  };
  if (char === '*' || char === '?') since(here);
  else if (char === '[') word.bracket ??= here;
  else if (char === ']') since(word.bracket);
  else if (char === '{') word.brace ??= here;
  else if (char === ',' || (char === '.' && next === '.')) since(word.brace);
}

function quoted(word: OpenWord, text: string): void {
  word.text += text;
  word.bare = false;
}

function unknown(reader: Reader, word: OpenWord): void {
  word.known = Math.min(word.known, word.text.length);
  word.bare = false;
  reader.expands = true;
}

function readDouble(reader: Reader, word: OpenWord): void {
  word.bare = false;
  reader.at += 1;
  inside(reader, () => {
    while (reader.at < reader.source.length && reader.source[reader.at] !== '"') readQuotedChar(reader, word);
    if (reader.at >= reader.source.length) reader.certain = false;
    reader.at += 1;
  });
}

function readQuotedChar(reader: Reader, word: OpenWord): void {
  const char = reader.source[reader.at]!;
  const next = reader.source[reader.at + 1] ?? '';
  if (char === '\\') {
    word.text += '$`"\\'.includes(next) ? next : next === '\n' ? '' : `\\${next}`;
    reader.at += 2;
  } else if (char === '$') readDollar(reader, word, true);
  else if (char === '`') readBackquote(reader, word);
  else {
    word.text += char;
    reader.at += 1;
  }
}

function readDollar(reader: Reader, word: OpenWord, inDouble: boolean): void {
  const { source, at } = reader;
  const next = source[at + 1] ?? '';
  const [name] = matchAt(/\$(?:[A-Za-z_]\w*|[\d@*#?$!-])/y, source, at) ?? [];
  if (next === '(' && source[at + 2] === '(') {
    unknown(reader, word);
    reader.at += 3;
    inside(reader, () => passArithmetic(reader));
  } else if (next === '(') {
    unknown(reader, word);
    reader.at += 2;
    inside(reader, () => readCommands(reader, true));
  } else if (next === '{') {
    unknown(reader, word);
    reader.at += 2;
    // Newer shells run commands in `${ …; }`.
    if (/[\s|]/.test(source[at + 2] ?? '')) reader.certain = false;
    inside(reader, () => passParameter(reader, inDouble));
  } else if (next === '[') {
    unknown(reader, word);
    reader.certain = false;
    reader.at += 2;
  } else if (next === "'" && !inDouble) readEscapes(reader, word);
  else if (next === '"' && !inDouble) reader.at += 1;
  else if (name !== undefined) {
    unknown(reader, word);
    reader.at += name.length;
  } else {
    word.text += '$';
    reader.at += 1;
  }
}

/** `$'…'`: which characters it stands for depends on the shell. */
function readEscapes(reader: Reader, word: OpenWord): void {
  const close = closing(reader.source, reader.at + 2, "'");
  if (close === -1) reader.certain = false;
  const stop = close === -1 ? reader.source.length : close;
  const content = reader.source.slice(reader.at + 2, stop);
  if (content.includes('\\')) unknown(reader, word);
  quoted(word, content);
  reader.at = stop + 1;
}

function readBackquote(reader: Reader, word: OpenWord): void {
  unknown(reader, word);
  const close = closing(reader.source, reader.at + 1, '`');
  const stop = close === -1 ? reader.source.length : close;
  const code = reader.source.slice(reader.at + 1, stop).replace(/\\([`$\\"])/g, '$1');
  reader.at = stop + 1;
  if (close === -1) reader.certain = false;
  inside(reader, () => {
    const { commands, certain } = readShell(code, reader.depth);
    for (const command of commands) reader.commands.push(command);
    reader.certain &&= certain;
  });
}

function passParameter(reader: Reader, inDouble: boolean): void {
  const { source } = reader;
  const word = newWord();
  while (reader.at < source.length && source[reader.at] !== '}') {
    const char = source[reader.at];
    if (char === '"') readDouble(reader, word);
    else if (char === "'" && !inDouble) {
      const close = source.indexOf("'", reader.at + 1);
      reader.at = close === -1 ? source.length : close + 1;
    } else readQuotedChar(reader, word);
  }
  if (reader.at >= source.length) reader.certain = false;
  reader.at += 1;
}

/** Numbers up to `))`. What ends in another way may be groups of commands. */
function passArithmetic(reader: Reader): void {
  const { source } = reader;
  const word = newWord();
  for (let parens = 2; parens > 0; ) {
    const char = source[reader.at];
    if (char === undefined || char === '\n' || char === '"' || char === "'" || char === '#') reader.certain = false;
    if (char === undefined) return;
    if (char === ')' && parens === 2 && source[reader.at + 1] !== ')') reader.certain = false;
    if (char === '(') parens += 1;
    if (char === ')') parens -= 1;
    readQuotedChar(reader, word);
  }
}

/** Gives up where it is nested too deep. */
function inside(reader: Reader, read: () => void): void {
  reader.depth += 1;
  if (reader.depth <= DEEPEST) read();
  else {
    reader.certain = false;
    reader.at = reader.source.length;
  }
  reader.depth -= 1;
}

function closing(source: string, from: number, sign: string): number {
  for (let at = from; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === sign) return at;
  }
  return -1;
}

function endOfLine(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end === -1 ? source.length : end;
}

function matchAt(sticky: RegExp, text: string, at: number): readonly (string | undefined)[] | undefined {
  sticky.lastIndex = at;
  return sticky.exec(text) ?? undefined;
}
