import { closing, inside, matchAt, type Reader, type Word } from './shell-reader.js';

/** The next word, up to what ends it outside of quotes. */
export function readWord(reader: Reader): Word {
  const { source } = reader;
  const word = newWord();
  while (reader.at < source.length) {
    const char = source[reader.at]!;
    const next = source[reader.at + 1];
    if ((char === '<' || char === '>') && next === '(') {
      reader.at += 2;
      unknown(reader, word);
      inside(reader, () => reader.readCommands(reader, true));
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

export interface OpenWord {
  text: string;
  known: number;
  bare: boolean;
  /** Where a `[` or a `{` stands that may begin a pattern. */
  bracket: number | undefined;
  brace: number | undefined;
}

export function newWord(): OpenWord {
  return { text: '', known: Infinity, bare: true, bracket: undefined, brace: undefined };
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

export function readQuotedChar(reader: Reader, word: OpenWord): void {
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
    inside(reader, () => reader.readCommands(reader, true));
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
    const within: Reader = { ...reader, source: code, at: 0, heredocs: [], certain: true };
    reader.readCommands(within, false);
    reader.certain &&= within.certain;
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
export function passArithmetic(reader: Reader): void {
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
