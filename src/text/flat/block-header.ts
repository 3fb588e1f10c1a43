import { dash } from './characters.js';

/** The digit that says how much deeper a block scalar is indented than what is around it, or 0. */
export function explicitIndent(text: string, from: number): number {
  const first = text.charCodeAt(from + 1);
  const code = first === dash ? text.charCodeAt(from + 2) : first;
  return isDigit(code) ? code - 0x30 : 0;
}

/** Has the value of a block scalar no line break at its end? */
export function isStripped(text: string, from: number): boolean {
  const first = text.charCodeAt(from + 1);
  return first === dash || (isDigit(first) && text.charCodeAt(from + 2) === dash);
}

function isDigit(code: number): boolean {
  return code > 0x30 && code <= 0x39;
}
