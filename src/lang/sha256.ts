import { loadedLate } from './late.js';

const library = loadedLate('node:crypto', (loaded: typeof import('node:crypto')) => loaded);

/** SHA-256 of a text in UTF-8, as hexadecimal digits. */
export function sha256(text: string): string {
  return library().hash('sha256', text);
}
