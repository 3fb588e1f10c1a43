import type { SourceFile, TextEdit } from '../../model/source.js';
import { dominantLineBreak, lineEndAfter, lineStartBefore } from '../../text/lines.js';
import { blockLines, type Field, flowText, type PrintedValue } from '../../text/print-yaml.js';

/** A file that is written into, and how things are written in it. */
export interface TextPlace {
  readonly text: string;
  readonly lineBreak: string;
  /** The file is JSON, but for commas behind last entries and pairs without braces: every string is quoted, and there are no comments. */
  readonly json: boolean;
  /** Where the line of an offset starts, behind a byte order mark. */
  lineStart(offset: number): number;
  replace(start: number, end: number, text: string): TextEdit;
  /** Whole lines behind the line that ends at or after an offset. */
  insertLines(behind: number, lines: readonly string[]): TextEdit;
  /** Fields of a block mapping, as lines. */
  lines(fields: readonly Field[]): readonly string[];
  /** A value with its brackets, if it has any, on one line. */
  flow(value: PrintedValue): string;
  /** What is between two values in brackets on one line. */
  readonly comma: string;
}

/** How to write into a file is found out once, and only for files that change. */
export function textPlaces(files: readonly SourceFile[]): (file: string) => TextPlace {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const places = new Map<string, TextPlace>();
  return (path) => {
    const place = places.get(path) ?? textPlace(byPath.get(path)!);
    places.set(path, place);
    return place;
  };
}

function textPlace(file: SourceFile): TextPlace {
  const { path, text } = file;
  const lineBreak = dominantLineBreak(text);
  // Nothing goes before a byte order mark.
  const first = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const json = /^\s*[{[]/.test(text) && isJson(text.slice(first));
  const tight = json && /^\s*[{[]\s*"[^"]*":\S/.test(text);
  return {
    text,
    lineBreak,
    json,
    lineStart: (offset) => Math.max(lineStartBefore(text, offset), first),
    replace: (start, end, replacement) => ({
      file: path,
      start: Math.max(start, first),
      end: Math.max(end, first),
      text: replacement,
    }),
    insertLines(behind, lines) {
      const at = lineEndAfter(text, behind);
      const unended = at === text.length && !text.endsWith('\n') && text !== '';
      const inserted = lines.map((line) => (unended ? lineBreak + line : line + lineBreak)).join('');
      return { file: path, start: at, end: at, text: inserted };
    },
    lines: (fields) => blockLines(fields, lineBreak === '\n'),
    flow: (value) => flowText(value, json, tight),
    comma: tight ? ',' : ', ',
  };
}

/** A pair alone in a list, as in `["run": "make"]`, gets braces as soon as it is written into, and then the text is JSON. */
function isJson(text: string): boolean {
  // What is in its strings does not matter here, so commas may go from there as well.
  const strict = text.replace(/,(?=\s*[\]}])/g, '');
  return isStrictJson(strict) || isStrictJson(strict.replace(/[{}:]/g, inLists));
}

/** Maps as lists of their keys and values, in which a pair may be anywhere. */
function inLists(sign: string): string {
  return sign === '{' ? '[' : sign === '}' ? ']' : ',';
}

function isStrictJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
