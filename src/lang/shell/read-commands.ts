import {
  arithmetic,
  type Commands,
  commands,
  enter,
  lose,
  matchAt,
  peek,
  record,
  refused,
  type Scan,
  wordHere,
} from './scan.js';
import type { HereDocument } from './tokens.js';
import { addBare, addUnknown } from './word.js';

/** One character outside of quotes: words end, comments and here-documents begin, brackets pair. */
export function commandChar(scan: Scan, frame: Commands, char: string): void {
  if (char === '#' && !frame.word) comment(scan);
  else if (char === '(' && !frame.word && peek(scan, 1) === '(') {
    enter(scan, arithmetic('it is in (( )), which the shell evaluates'), 2);
  } else if ((char === '<' || char === '>') && peek(scan, 1) === '(') fileOfCommands(scan, frame, char);
  else if (wordEnds.test(char)) border(scan, frame, char);
  else wordChar(scan, frame, char);
}

const wordEnds = /[ \t\n;&|()<>]/;

function wordChar(scan: Scan, frame: Commands, char: string): void {
  const word = wordHere(scan, frame);
  const mark = scan.marks[scan.contexts.length] ?? scan.source.length;
  const plain = matchAt(/[\w/:@%+=-]+/y, scan.source, scan.at)[0]?.slice(0, mark - scan.at);
  if (plain !== undefined) {
    word.head += plain;
    word.text += plain;
    scan.at += plain.length;
    return;
  }
  const beginsIndex = char === '[' && /^[A-Za-z_]\w*$/.test(word.head);
  addBare(word, char, peek(scan, 1));
  if (beginsIndex) enter(scan, { kind: 'index', refusal: 'it is in an index, which the shell evaluates', word }, 1);
  else scan.at++;
}

/** `<( )` and `>( )`: a part of a word, whose text is the name of a file. */
function fileOfCommands(scan: Scan, frame: Commands, char: string): void {
  const word = wordHere(scan, frame);
  word.head += `${char}()`;
  word.isFile = true;
  addUnknown(word, '', false);
  scan.expands = true;
  const inner = commands(scan, true);
  word.levels = [...word.levels, { sign: `${char}(`, level: inner.level }];
  enter(scan, inner, 2);
}

function border(scan: Scan, frame: Commands, char: string): void {
  endWord(scan);
  if (char === ' ' || char === '\t') {
    scan.at++;
    return;
  }
  const sign = operatorHere(scan);
  const start = scan.at;
  const before = scan.contexts.length;
  scan.at += sign.length;
  const heredoc = sign === '<<' || sign === '<<-' ? readMark(scan, sign) : undefined;
  frame.level.tokens.push({ kind: 'operator', start, end: scan.at, sign, before, heredoc });
  if (sign === '\n') {
    readBodies(scan);
    endWord(scan);
  } else if (sign === '(') frame.parens++;
  else if (sign !== ')') return;
  else if (frame.parens > 0) frame.parens--;
  else if (frame.nested) scan.stack.pop();
}

/** The longest one that no value parts. */
function operatorHere(scan: Scan): string {
  const text = scan.source[scan.at]! + peek(scan, 1) + peek(scan, 2);
  return matchAt(/<<-|<<<|<<|<>|<&|>>|>&|>\||&>>|&>|&&|\|\||\|&|;;&|;;|;&|[\s\S]/y, text, 0)[0]!;
}

/** Words that decide how what follows is to be read. */
export function endWord(scan: Scan): void {
  const frame = scan.stack.at(-1)!;
  if (frame.kind !== 'commands' || !frame.word) return;
  const { word } = frame;
  word.end = scan.at;
  word.values.to = scan.contexts.length;
  frame.level.tokens.push(word);
  frame.word = undefined;
  const keyword = word.bare === Number.POSITIVE_INFINITY ? word.text : '';
  if (keyword === 'case' && frame.nested) {
    lose(scan, 'the same $( ) contains a case, so its brackets are ambiguous');
  }
  const { test } = frame;
  if (keyword === '[[') frame.test = { contexts: [], evaluates: false };
  else if (test && evaluating.test(keyword)) test.evaluates = true;
  else if (test && keyword === ']]') frame.test = undefined;
  if (!test?.evaluates) return;
  for (const context of test.contexts.splice(0)) {
    if (scan.contexts[context]!.kind !== 'refused')
      scan.contexts[context] = refused('it is in [[ ]] beside an operator that evaluates it');
  }
}

const evaluating = /^-(?:eq|ne|lt|le|gt|ge|v)$/;

function comment(scan: Scan): void {
  const end = scan.source.indexOf('\n', scan.at);
  scan.at = end === -1 ? scan.source.length : end;
  record(scan, scan.at, refused('it is in a comment'));
  (scan.stack.at(-1) as Commands).word = undefined;
}

/** What is behind `<<`: the mark that ends the document. Its body begins with the next line. */
function readMark(scan: Scan, sign: string): HereDocument | undefined {
  const [whole, delimiter] = matchAt(
    /[ \t]*((?:\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|[^\s;&|()<>'"\\])*)/y,
    scan.source,
    scan.at,
  );
  const end = scan.at + whole!.length;
  const mark = scan.marks[scan.contexts.length];
  if ((mark !== undefined && mark <= end) || /[$`\uFFFB]/.test(delimiter!))
    lose(scan, 'it is in the mark that ends a here-document, or after it');
  record(scan, end);
  scan.at = end;
  if (delimiter === '') {
    scan.unsure.push('a here-document has no mark');
    return undefined;
  }
  const document = {
    end: delimiter!.replace(/\\([\s\S])|['"]/g, '$1'),
    tabs: sign === '<<-',
    expands: !/['"\\]/.test(delimiter!),
    body: '',
  };
  scan.heredocs.push(document);
  return document;
}

function readBodies(scan: Scan): void {
  for (const document of scan.heredocs) {
    const { end, tabs, expands } = document;
    const start = scan.at;
    for (let closed = false; !closed; ) {
      const begin = scan.at;
      const stop = scan.source.indexOf('\n', begin);
      const next = stop === -1 ? scan.source.length : stop;
      const line = scan.source.slice(begin, next);
      record(scan, next, refused('it is in a here-document'));
      // Lines that run on may hide the mark from us or from the shell.
      if (expands && runsOn(line)) scan.lost ??= 'a here-document before it has a line that may run on into the next';
      if (expands && line.endsWith('\\')) scan.unsure.push('a here-document has a line that may run on into the next');
      closed = (tabs ? line.replace(/^\t+/, '') : line) === end;
      scan.at = Math.min(next + 1, scan.source.length);
      if (closed) document.body = scan.source.slice(start, begin);
      if (closed || next < scan.source.length) continue;
      scan.unclosed = 'a here-document';
      return;
    }
    if (expands && /[$`]/.test(document.body)) scan.inner.push({ text: document.body, isBody: true });
  }
  scan.heredocs = [];
}

/** A backslash at the end joins lines, and shells look past the end of the body for what an expansion leaves open. */
function runsOn(line: string): boolean {
  const open = line.replace(/\\./g, '').replace(/\$\{[^{}`'"$]*\}|\$\([^()`'"$#]*\)|`[^`'"$()#]*`/g, '');
  return /[`\\]|\$[({[]/.test(open);
}
