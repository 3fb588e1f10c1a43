/** A text in pieces, so that its bytes need not be in memory as a whole besides; none begins or ends within a character. */
export function* textChunks(text: string, size = 1_000_000): Iterable<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + size, text.length);
    // The second half of a character of two units.
    if (end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00) end += 1;
    yield text.slice(start, end);
    start = end;
  }
}
