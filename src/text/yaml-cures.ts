/** The way out of a problem, by the library's code for it or our own kind; `undefined` where none is known. */
export function cureFor(code: string, message: string, text: string, start: number): string | undefined {
  if (code === 'MISSING_CHAR' && message.startsWith('Missing closing ')) return cureOfOpenQuote(text, start);
  if (code === 'syntax' && message.startsWith('no anchor'))
    return 'put the value in quotes if the * is meant literally';
  return cures.get(code);
}

const cures: ReadonlyMap<string, string> = new Map([
  ['TAB_AS_INDENT', 'indent with spaces; YAML allows no tab there'],
  ['BAD_SCALAR_START', 'put the value in quotes'],
  [
    'BLOCK_AS_IMPLICIT_KEY',
    'put the value in quotes if the colon in it is text; else start the nested mapping on its own line, indented deeper',
  ],
  ['MULTILINE_IMPLICIT_KEY', 'a line lacks its colon, or is indented less than the text that it continues'],
  [
    'MISSING_CHAR',
    'look for a missing colon, comma or bracket, and for a line that is indented less than the text that it continues',
  ],
  [
    'BAD_INDENT',
    'give all entries of one list or mapping the same indentation, and what is inside of them a deeper one',
  ],
  ['BAD_DQ_ESCAPE', 'double the backslash, or use single quotes'],
  ['UNEXPECTED_TOKEN', 'put the value in quotes if this is text'],
  ['BAD_ALIAS', 'put the value in quotes if the * or & is meant literally'],
  ['TAG_RESOLVE_FAILED', 'put the value in quotes if the ! is meant literally'],
  ['unsupported', 'put it in quotes if it is text, such as a template in {{ }}'],
  ['too-deep', 'nest less'],
]);

/** Engines written in Go read on at any indentation, so the usual cause is a text that runs on too far to the left. */
function cureOfOpenQuote(text: string, end: number): string {
  const next =
    text
      .slice(end, end + 2000)
      .split('\n', 3)[1]
      ?.trim() ?? '';
  const closes = next.includes('"') || next.includes("'");
  return closes
    ? 'close the quote, or indent the lines on which the quoted text goes on deeper than the key that it belongs to'
    : 'close the quote';
}
