import { parseAllDocuments } from 'yaml';

/**
 * Is a text the same as another one with Windows line ends? What we add in several lines is written on one line there, because
 * an engine hands carriage returns on to the shell; so where the texts differ they have to mean the same.
 */
export function isSameInWindows(text: string, other: string): boolean {
  if (text === other.replaceAll('\n', '\r\n')) return true;
  return !/(?<!\r)\n/.test(text) && JSON.stringify(valuesIn(text)) === JSON.stringify(valuesIn(other));
}

function valuesIn(text: string): readonly unknown[] {
  return parseAllDocuments(text, { merge: true }).map((document) => document.toJS());
}
