import { reasonOf } from './reason.js';
import { writeNow } from './write-now.js';

/**
 * Writes to standard output at once.
 * @returns false where the system refused, which is said; it is no failure that nobody reads any more
 */
export function printText(text: string): boolean {
  try {
    writeNow(1, text);
    return true;
  } catch (error) {
    return !sayUnwritable(error as NodeJS.ErrnoException);
  }
}

/** The same for a result, which takes a line. */
export function printResult(text: string): boolean {
  return printText(`${text}\n`);
}

/** Says why standard output takes nothing more. @returns false where its reader has gone, as `head` does: nothing is left to say */
export function sayUnwritable(error: NodeJS.ErrnoException): boolean {
  if (error.code === 'EPIPE') return false;
  try {
    writeNow(2, `dagweave: cannot write to standard output: ${reasonOf(error)}\n`);
  } catch {
    // The disk may be full for messages, too.
  }
  return true;
}
