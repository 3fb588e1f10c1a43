import type { SourceFile, Span } from '../model/source.js';
import { createLines, type Lines } from '../text/lines.js';

/** Where a span stands, for people: 1-based lines and columns. */
export interface Location {
  readonly file: string;
  readonly start: Position;
  readonly end: Position;
  /** The line that the span starts in, without its line break. */
  readonly line: string;
}

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** `undefined` where the file is not among those given, so that only its name can be shown. */
export type Locator = (span: Span) => Location | undefined;
