/**
 * A text in pieces, so that its bytes need not be in memory as a whole besides; none begins or ends within a character.
 * @internal
 */
export function* textChunks(text: string, size = chunkSize): Iterable<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + size, text.length);
    // The second half of a character of two units.
    if (end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00) end += 1;
    yield text.slice(start, end);
    start = end;
  }
}

/** A text, or its pieces, as chunks to write: few, and none that takes much memory. */
export function* chunksOf(text: string | Iterable<string>): Iterable<string> {
  if (typeof text === 'string') yield* textChunks(text);
  else for (const joined of joinedPieces(text)) yield* textChunks(joined, largestChunk);
}

/** Many small pieces as fewer ones, which are written in fewer goes. */
export function* joinedPieces(pieces: Iterable<string>, size = chunkSize): Iterable<string> {
  let joined: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    joined.push(piece);
    length += piece.length;
    if (length < size) continue;
    yield joined.join('');
    joined = [];
    length = 0;
  }
  if (length > 0) yield joined.join('');
}

/** The bytes of pieces in UTF-8, one piece after another, all in the same room: a new room for each would fill the memory. */
export function* bytesOf(pieces: Iterable<string>): Iterable<Buffer> {
  let room = Buffer.allocUnsafe(0);
  for (const piece of pieces) {
    const most = piece.length * mostBytes;
    if (most > room.length) room = Buffer.allocUnsafe(most);
    yield room.subarray(0, room.write(piece));
  }
}

/** That a unit of a text can take in UTF-8. */
const mostBytes = 3;

/** Large enough for few writes, and small enough to be forgotten at once. */
const chunkSize = 100_000;
/** What is joined is a little larger, and is not cut for that. */
const largestChunk = 4 * chunkSize;
