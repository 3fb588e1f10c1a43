import type { SourceFile, Span } from '../model/source.js';
import { createLines, type Lines } from '../text/lines.js';

/** Where a span is, for people. */
interface Location {
  readonly start: Position;
  readonly end: Position;
  /** The line that the span starts in, without its line break. */
  readonly line: string;
}

/** 1-based; columns count UTF-16 units, as editors do. */
interface Position {
  readonly line: number;
  readonly column: number;
}

/** `undefined` where the text of the file is not known, so that only its name can be shown. */
export type Locator = (span: Span) => Location | undefined;

/** @param files the texts that spans point into; the lines of a text are looked for when first needed */
export function createLocator(files: Iterable<SourceFile>): Locator {
  const texts = new Map([...files].map((file) => [file.path, file.text]));
  const known = new Map<string, Lines>();
  const linesOf = (file: string): Lines | undefined => {
    const text = texts.get(file);
    if (text !== undefined && !known.has(file)) known.set(file, createLines(text));
    return known.get(file);
  };
  return (span) => {
    const lines = linesOf(span.file);
    if (!lines) return undefined;
    const start = lines.position(span.start);
    return { start, end: lines.position(span.end), line: lines.text(start.line) };
  };
}
