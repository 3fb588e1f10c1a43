import type { Report } from '../diagnostics/diagnostics.js';
import type { SourceFile } from '../model/source.js';

/**
 * Reports characters that YAML forbids, and those that only some engines take for the end of a line: text that seems to be
 * inside a value here could be structure there. One report for each kind, at its first place.
 * @returns true where there are forbidden ones
 */
export function reportForbiddenCharacters(file: SourceFile, report: Report): boolean {
  const inspect = (code: 'DW105' | 'DW106', pattern: RegExp) => {
    const found = firstAndCount(file.text, pattern);
    if (!found) return false;
    const span = { file: file.path, start: found.start, end: found.start + 1 };
    report(code, { character: nameOf(file.text, found.start), count: found.count }, { span });
    return true;
  };
  inspect('DW106', engineDependentBreak);
  return inspect('DW105', forbidden);
}

/** Controls but for tab and line break, and a carriage return alone, which engines read as a line break and others do not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]|\r(?!\n)/g;
const engineDependentBreak = /[\x85\u2028\u2029]/g;

function firstAndCount(text: string, pattern: RegExp): { start: number; count: number } | undefined {
  let start: number | undefined;
  let count = 0;
  for (const match of text.matchAll(pattern)) {
    start ??= match.index;
    count++;
  }
  return start === undefined ? undefined : { start, count };
}

function nameOf(text: string, at: number): string {
  const code = text.charCodeAt(at);
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return code === 0x0d ? `${name} (a carriage return without a line feed)` : name;
}
