import type { Report } from '../diagnostics/diagnostics.js';
import type { SourceFile, TextEdit } from '../model/source.js';
import { jsonComments } from './json-comments.js';

/**
 * Reports comments such as JavaScript has them in a text that is JSON. To YAML they are text: it refuses them, or takes them for a part of a
 * key or for a key of their own.
 * @returns true where there are some
 */
export function reportSlashComments({ path: file, text }: SourceFile, report: Report): boolean {
  if (!beginsLikeJson.test(text) || !/\/[/*]/.test(text)) return false;
  // Elsewhere the two signs are a part of a text without quotes, such as an address.
  const comments = documentsOfJson(text)
    .flatMap(({ start, end }) => commentsIn(text, start, end))
    .filter(({ start }) => start === 0 || /[\s{}[\],"]/.test(text[start - 1]!));
  const first = comments[0];
  if (!first) return false;
  const fix = comments.flatMap(({ start, end }) => inYaml(file, text, start, end));
  const span = { file, ...first };
  report('DW119', { sign: text.slice(first.start, first.start + 2), count: comments.length }, { span, fix });
  return true;
}

const beginsLikeJson = /^\ufeff?\s*(?:[{[]|\/[/*])/;

/** The documents of a text that begin like it, behind `---` or without. */
function documentsOfJson(text: string): readonly { readonly start: number; readonly end: number }[] {
  const starts = [0, ...Array.from(text.matchAll(/^---(?=\s)/gm), ({ index }) => index + 3)];
  return starts.flatMap((start, index) => {
    const end = starts[index + 1] ?? text.length;
    return beginsLikeJson.test(text.slice(start, end)) ? [{ start, end }] : [];
  });
}

function commentsIn(
  text: string,
  from: number,
  to: number,
): readonly { readonly start: number; readonly end: number }[] {
  return jsonComments(text.slice(from, to)).map(({ start, end }) => ({ start: from + start, end: from + end }));
}

/** The same as a comment of YAML; one in the middle of a line or of several lines goes. */
function inYaml(file: string, text: string, start: number, end: number): readonly TextEdit[] {
  const isLine = text[start + 1] === '/';
  const blank = start === 0 || /\s/.test(text[start - 1]!) ? '' : ' ';
  const sign = { file, start, end: start + 2, text: `${blank}#` };
  if (isLine) return [sign];
  const isLast = /^[ \t]*(?:\r?\n|$)/.test(text.slice(end)) && !text.slice(start, end).includes('\n');
  return isLast ? [sign, { file, start: end - 2, end, text: '' }] : [{ file, start, end, text: '' }];
}
