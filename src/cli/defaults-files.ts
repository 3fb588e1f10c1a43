import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import type { DefaultsLibrary } from '../model/operator-defaults.js';
import { reasonOf } from '../runtime/reason.js';

/** Base configurations on disk, by paths as messages show them. */
export const defaultsFiles: DefaultsLibrary = {
  read(path) {
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
  },
};

const largest = 1024 * 1024;
