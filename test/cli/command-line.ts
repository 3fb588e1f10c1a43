import { program } from './run-dagweave.js';

/** The built command as shell text, whatever the folders on the way to it are called. */
export const commandLine = `${quoted(process.execPath)} ${quoted(program)}`;

/** A text as one word of a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
