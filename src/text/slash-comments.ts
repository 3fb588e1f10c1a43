import type { Report } from '../diagnostics/diagnostics.js';
import type { SourceFile, TextEdit } from '../model/source.js';
import { jsonComments } from './json-comments.js';
import { splitStream } from './yaml-stream.js';

/**
 * Reports comments such as JavaScript has them in a text that is JSON. To YAML they are text: it refuses them, or takes them for a part of a
 * key or for a key of their own.
 * @returns true where there are some
 */
export function reportSlashComments({ path: file, text }: SourceFile, report: Report): boolean {
  if (!beginsLikeJson.test(text) || !/\/[/*]/.test(text)) return false;
  // Elsewhere the two signs are a part of a text without quotes, such as an address.
  const comments = splitStream(text)
    .flatMap(({ start, end }) => commentsIn(text.slice(start, end), start))
    .filter(({ start }) => start === 0 || /[\s{}[\],"]/.test(text[start - 1]!));
  const first = comments[0];
  if (!first) return false;
  const fix = comments.flatMap(({ start, end }) => inYaml(file, text, start, end));
  const span = { file, ...first };
  report('DW119', { sign: text.slice(first.start, first.start + 2), count: comments.length }, { span, fix });
  return true;
}

const beginsLikeJson = /^\ufeff?(?:---)?\s*(?:[{[]|\/[/*])/;

/** @param at where the document is in its file */
function commentsIn(document: string, at: number): readonly { readonly start: number; readonly end: number }[] {
  if (!beginsLikeJson.test(document)) return [];
  return jsonComments(document).map(({ start, end }) => ({ start: at + start, end: at + end }));
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
