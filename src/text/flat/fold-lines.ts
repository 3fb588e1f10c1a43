import { carriageReturn, space } from './characters.js';

/**
 * The lines of a plain or quoted scalar as one text: one line break becomes a space, of more all but the first stay; the
 * spaces around them go.
 * @param escapable a backslash takes away the break behind it, and keeps the spaces before it
 */
export function foldLines(raw: string, escapable: boolean): string {
  const lines = raw.split('\n');
  let value = '';
  let breaks = 0;
  let isEscaped = false;
  for (const [index, line] of lines.entries()) {
    const text = trimSpaces(line, index > 0, index < lines.length - 1);
    if (index > 0) breaks++;
    if (text === '' && index > 0 && index < lines.length - 1) continue;
    if (breaks > 0 && !isEscaped) value += breaks === 1 ? ' ' : '\n'.repeat(breaks - 1);
    isEscaped = escapable && index < lines.length - 1 && /(?<!\\)(?:\\\\)*\\$/.test(text);
    value += isEscaped ? text.slice(0, -1) : text;
    breaks = 0;
  }
  return value;
}

function trimSpaces(line: string, before: boolean, behind: boolean): string {
  let start = 0;
  let end = line.length;
  if (behind && line.charCodeAt(end - 1) === carriageReturn) end--;
  if (before) while (start < end && line.charCodeAt(start) === space) start++;
  if (behind) while (end > start && line.charCodeAt(end - 1) === space) end--;
  return line.slice(start, end);
}
