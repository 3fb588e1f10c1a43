import { Lexer } from 'yaml';

/** A replaced stretch of the input; an insertion has `start === end`. */
export interface OracleEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Breaches of "your bytes stay yours". */
export function checkBytes(input: string, output: string, edits: readonly OracleEdit[] | undefined): readonly string[] {
  const problems: string[] = [];
  if (edits) {
    if (undo(input, output, edits) !== input) problems.push('bytes: taking the edits out does not give the input back');
    for (const edit of edits) {
      const taken = input.slice(edit.start, edit.end);
      if (/\r?\n[ \t]*(?:#|[A-Za-z_]+:[ \t])/.test(taken))
        problems.push(`bytes: an edit takes away ${JSON.stringify(taken)}`);
    }
  }
  const lost = missing(comments(input), comments(output));
  if (lost !== undefined) problems.push(`bytes: the comment ${JSON.stringify(lost)} is gone`);
  if (/\r\n/.test(input) && !/(^|[^\r])\n/.test(input) && /(^|[^\r])\n/.test(output)) {
    problems.push('bytes: a line of a CRLF file ends in LF');
  }
  if (/\n$/.test(input) !== /\n$/.test(output)) problems.push('bytes: the end of the last line changed');
  return problems;
}

/** Finds each edit in the output by the lengths of those before it, and puts back what stood there. */
function undo(input: string, output: string, edits: readonly OracleEdit[]): string {
  let result = '';
  let read = 0;
  let moved = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    const at = edit.start + moved;
    if (output.slice(at, at + edit.text.length) !== edit.text) return 'an edit is not where it should be';
    result += output.slice(read, at) + input.slice(edit.start, edit.end);
    read = at + edit.text.length;
    moved += edit.text.length - (edit.end - edit.start);
  }
  return result + output.slice(read);
}

function comments(text: string): readonly string[] {
  return [...new Lexer().lex(text)].filter((token) => token.startsWith('#'));
}

/** The first of `wanted` that does not follow, in order, in `there`. */
function missing(wanted: readonly string[], there: readonly string[]): string | undefined {
  let at = 0;
  for (const one of wanted) {
    const found = there.indexOf(one, at);
    if (found < 0) return one;
    at = found + 1;
  }
  return undefined;
}
