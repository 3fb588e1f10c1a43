import { type Commands, enter, peek, record, refused, type Scan } from './scan.js';

/** One character outside of quotes: words end, comments and here-documents begin, brackets pair. */
export function commandChar(scan: Scan, frame: Commands, char: string): void {
  if (char === '#' && frame.word === '') comment(scan, frame);
  else if (char === '(' && frame.word === '' && peek(scan, 1) === '(') {
    enter(scan, { kind: 'arithmetic', parens: 2, refusal: 'it stands in (( )), which the shell evaluates' }, 2);
  } else if (char === '<' && peek(scan, 1) === '<' && peek(scan, 2) !== '<') heredoc(scan);
  else if (wordEnds.test(char)) border(scan, frame, char);
  else {
    if (char === '[' && /^[A-Za-z_]\w*$/.test(frame.word)) enter(scan, { kind: 'index', refusal: inIndex }, 1);
    else scan.at++;
    frame.word += char;
  }
}

const inIndex = 'it stands in an index, which the shell evaluates';

const wordEnds = /[ \t\n;&|()<>]/;

function border(scan: Scan, frame: Commands, char: string): void {
  endWord(scan);
  const sign = char === '<' && peek(scan, 1) === '<' ? '<<<' : char;
  if (char !== ' ' && char !== '\t') {
    scan.tokens.push({ kind: 'operator', within: frame, at: scan.at, sign, values: scan.contexts.length });
  }
  scan.at += sign.length;
  if (char === '\n') skipHeredocs(scan);
  else if (char === '(') frame.parens++;
  else if (char !== ')') return;
  else if (frame.parens > 0) frame.parens--;
  else if (frame.nested) scan.stack.pop();
}

/** Words that decide how what follows is to be read. */
export function endWord(scan: Scan): void {
  const frame = scan.stack.at(-1)!;
  if (frame.kind !== 'commands') return;
  const { word, start, test } = frame;
  frame.word = '';
  if (word !== '') {
    const values = { from: start.values, to: scan.contexts.length };
    scan.tokens.push({ kind: 'word', within: frame, start: start.at, end: scan.at, values });
  }
  if (word === 'case' && frame.nested)
    scan.lost ??= 'a case stands in the same $( ), whose brackets cannot be told apart';
  if (word === '[[') frame.test = { contexts: [], evaluates: false };
  else if (test && evaluating.test(word)) test.evaluates = true;
  else if (test && word === ']]') frame.test = undefined;
  if (!test?.evaluates) return;
  for (const context of test.contexts.splice(0)) {
    if (scan.contexts[context]!.kind !== 'refused')
      scan.contexts[context] = refused('it stands in [[ ]] beside an operator that evaluates it');
  }
}

const evaluating = /^-(?:eq|ne|lt|le|gt|ge|v)$/;

function comment(scan: Scan, frame: Commands): void {
  const end = scan.source.indexOf('\n', scan.at);
  const stop = end === -1 ? scan.source.length : end;
  record(scan, stop, refused('it stands in a comment'));
  frame.word = '';
  scan.at = stop;
}

function heredoc(scan: Scan): void {
  endWord(scan);
  const [whole, dash, delimiter] = matchAt(
    /<<(-?)[ \t]*((?:\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|[^\s;&|()<>'"\\])*)/y,
    scan.source,
    scan.at,
  );
  const end = scan.at + whole!.length;
  const mark = scan.marks[scan.contexts.length];
  if ((mark !== undefined && mark <= end) || /[$`]/.test(delimiter!))
    scan.lost ??= 'it stands in the mark that ends a here-document, or after it';
  record(scan, end);
  scan.at = end;
  if (delimiter !== '') {
    scan.heredocs.push({ end: unquoted(delimiter!), tabs: dash === '-', expands: !/['"\\]/.test(delimiter!) });
  }
}

function unquoted(delimiter: string): string {
  return delimiter.replace(/\\([\s\S])|['"]/g, '$1');
}

function skipHeredocs(scan: Scan): void {
  for (const { end, tabs, expands } of scan.heredocs) {
    for (let closed = false; !closed; ) {
      const { line, next } = lineAt(scan.source, scan.at);
      record(scan, next, refused('it stands in a here-document'));
      if (expands && runsOn(line)) scan.lost ??= 'a here-document before it has a line that may run on into the next';
      closed = (tabs ? line.replace(/^\t+/, '') : line) === end;
      scan.at = Math.min(next + 1, scan.source.length);
      if (closed || next < scan.source.length) continue;
      scan.unclosed = 'a here-document';
      return;
    }
  }
  scan.heredocs = [];
  endWord(scan);
}

/** A backslash at the end joins lines, and shells look past the end of the body for what an expansion leaves open. */
function runsOn(line: string): boolean {
  const open = line.replace(/\\./g, '').replace(/\$\{[^{}`'"$]*\}|\$\([^()`'"$#]*\)|`[^`'"$()#]*`/g, '');
  return /[`\\]|\$[({[]/.test(open);
}

function lineAt(source: string, start: number): { readonly line: string; readonly next: number } {
  const stop = source.indexOf('\n', start);
  const next = stop === -1 ? source.length : stop;
  return { line: source.slice(start, next), next };
}

function matchAt(sticky: RegExp, text: string, at: number): readonly (string | undefined)[] {
  sticky.lastIndex = at;
  return sticky.exec(text) ?? [];
}
