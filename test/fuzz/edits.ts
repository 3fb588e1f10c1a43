import type { TextEdit } from '../../src/model/source.js';

/** Does taking the edits out of the output give the input back? */
export function undoes(input: string, output: string, edits: readonly TextEdit[]): boolean {
  let before = '';
  let read = 0;
  let moved = 0;
  for (const { start, end, text } of edits) {
    const at = start + moved;
    if (at < read || output.slice(at, at + text.length) !== text) return false;
    before += output.slice(read, at) + input.slice(start, end);
    read = at + text.length;
    moved += text.length - (end - start);
  }
  return before + output.slice(read) === input;
}
