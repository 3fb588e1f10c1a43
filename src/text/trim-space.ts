/**
 * A text without the white space around it, as Unicode defines it and as engines written in Go trim names. `String.trim` also
 * takes a byte order mark away, which is no white space, and leaves U+0085, which is.
 */
export function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text[start]!)) start += 1;
  while (end > start && isSpace(text[end - 1]!)) end -= 1;
  return text.slice(start, end);
}

function isSpace(char: string): boolean {
  return char > '\u007f' ? /\p{White_Space}/u.test(char) : char === ' ' || (char >= '\t' && char <= '\r');
}
