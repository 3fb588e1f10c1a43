import { lose, matchAt, record, refused, type Scan } from './scan.js';
import type { HereDocument } from './tokens.js';

/** What stands behind `<<`: the mark that ends the document. Its body begins with the next line. */
export function readMark(scan: Scan, sign: string): HereDocument | undefined {
  const [whole, delimiter] = matchAt(
    /[ \t]*((?:\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|[^\s;&|()<>'"\\])*)/y,
    scan.source,
    scan.at,
  );
  const end = scan.at + whole!.length;
  const mark = scan.marks[scan.contexts.length];
  if ((mark !== undefined && mark <= end) || /[$`]/.test(delimiter!))
    lose(scan, 'it stands in the mark that ends a here-document, or after it');
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

export function readBodies(scan: Scan): void {
  for (const document of scan.heredocs) {
    const { end, tabs, expands } = document;
    const start = scan.at;
    for (let closed = false; !closed; ) {
      const begin = scan.at;
      const stop = scan.source.indexOf('\n', begin);
      const next = stop === -1 ? scan.source.length : stop;
      const line = scan.source.slice(begin, next);
      record(scan, next, refused('it stands in a here-document'));
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
