import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { reasonOf } from '../runtime/reason.js';

/** The text of a file that people write by hand, without its byte order mark. */
export function readSmallFile(path: string): { readonly text: string } | { readonly problem: string } {
  try {
    const found = statSync(path);
    if (!found.isFile()) return { problem: 'it is not a file' };
    if (found.size > largest) return { problem: `it has ${found.size} bytes, and at most ${largest} are read` };
    const bytes = readFileSync(path);
    return isUtf8(bytes)
      ? { text: bytes.toString('utf8').replace(/^\uFEFF/, '') }
      : { problem: 'it is not UTF-8 text' };
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}

const largest = 1024 * 1024;
