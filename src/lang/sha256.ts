import { sha256 as digestOf } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { loadedLate } from './late.js';

const library = loadedLate('node:crypto', (loaded: typeof import('node:crypto')) => loaded);

/** SHA-256 of a text in UTF-8, as hexadecimal digits. */
export function sha256(text: string): string {
  if (made >= few) return library().hash('sha256', text);
  made += 1;
  return bytesToHex(digestOf(utf8ToBytes(text)));
}

/** Node's own is many times faster, but to load it takes longer than to make so many without it. */
const few = 100;
let made = 0;
