import { newWord, readQuotedChar } from './read-word.js';
import { endOfLine, type Reader } from './shell-reader.js';

/** Bodies are data, but for the commands that an unquoted mark lets the shell run in them. */
export function passHeredocs(reader: Reader): void {
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
