import { parseAllDocuments } from 'yaml';

/**
 * Is a text the same as another one with Windows line ends? What we add in several lines is written on one line there, because
 * an engine hands carriage returns on to the shell; so where the texts differ they have to mean the same.
 */
export function isSameInWindows(text: string, other: string): boolean {
  if (text === other.replaceAll('\n', '\r\n')) return true;
  const said = JSON.stringify(valuesIn(text)).replace(commentBeforeReturn, '');
  return !/(?<!\r)\n/.test(text) && said === JSON.stringify(valuesIn(other));
}

/** What is in a block that was there keeps its carriage return out of the command by a comment. */
const commentBeforeReturn = / #(?=\\n)/g;

function valuesIn(text: string): readonly unknown[] {
  return parseAllDocuments(text, { merge: true }).map((document) => document.toJS());
}
