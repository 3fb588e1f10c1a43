import { isUtf8 } from 'node:buffer';

/** Text that is strictly UTF-8, or the offset of the first byte that is not. A byte order mark is kept: what is not ours to change must come out again. */
export type Decoded = string | { readonly invalid: number };

export function decodeUtf8(bytes: Buffer): Decoded {
  const text = bytes.toString('utf8');
  return isUtf8(bytes) ? text : { invalid: firstInvalidByte(bytes, text) };
}

/** The same of bytes that come in parts, each of which is forgotten at once: so they are never in memory as a whole beside their text. */
export function createDecoder(): Decoder {
  let pieces: string[] = [];
  let begun: Buffer = Buffer.alloc(0);
  let decoded = 0;
  let invalid: number | undefined;
  const decode = (bytes: Buffer) => {
    const piece = decodeUtf8(bytes);
    if (typeof piece === 'string') pieces.push(piece);
    else {
      invalid = decoded + piece.invalid;
      pieces = [];
    }
    decoded += bytes.length;
  };
  return {
    add(part) {
      if (invalid !== undefined) return;
      const bytes = begun.length === 0 ? part : Buffer.concat([begun, part]);
      const end = endOfCharacters(bytes);
      // A copy: the part itself is to be forgotten.
      begun = Buffer.from(bytes.subarray(end));
      decode(bytes.subarray(0, end));
    },
    end() {
      if (invalid === undefined) decode(begun);
      return invalid === undefined ? pieces.join('') : { invalid };
    },
  };
}

interface Decoder {
  add(part: Buffer): void;
  end(): Decoded;
}

/** Where a character begins at the end whose other bytes are not there yet. */
function endOfCharacters(bytes: Buffer): number {
  for (let length = 1; length <= Math.min(longestBegun, bytes.length); length++) {
    const byte = bytes[bytes.length - length]!;
    if (isContinuation(byte)) continue;
    return bytes.length - (length < bytesOf(byte) ? length : 0);
  }
  return bytes.length;
}

/** A character has four bytes at most. */
const longestBegun = 3;

function isContinuation(byte: number): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
}

/** Of the character that begins with it. */
function bytesOf(first: number): number {
  if (first < 0b1100_0000) return 1;
  if (first < 0b1110_0000) return 2;
  return first < 0b1111_0000 ? 3 : 4;
}

/** The first byte that decoding replaced. */
function firstInvalidByte(bytes: Buffer, text: string): number {
  const again = Buffer.from(text, 'utf8');
  let offset = 0;
  while (offset < bytes.length && bytes[offset] === again[offset]) offset++;
  return offset;
}
