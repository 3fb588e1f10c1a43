import type { Span } from './source.js';

/** A pattern as written: exact, glob or `/regex/`. */
export interface Pattern {
  readonly text: string;
  readonly span: Span;
}
