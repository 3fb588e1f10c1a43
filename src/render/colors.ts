import { createRequire } from 'node:module';
import type picocolors from 'picocolors';

export type Paint = (text: string) => string;

/** The colours that output uses, by meaning. */
export interface Colors {
  readonly error: Paint;
  readonly warning: Paint;
  readonly note: Paint;
  readonly strong: Paint;
  readonly faint: Paint;
  readonly added: Paint;
  readonly removed: Paint;
  readonly heading: Paint;
}

/** @param enabled false gives plain text back */
export function createColors(enabled: boolean): Colors {
  if (!enabled) return plain;
  // Loaded where something is painted: it looks at the streams of the process, which Node then loads.
  const library = createRequire(import.meta.url)('picocolors') as typeof picocolors;
  const paint = library.createColors(true);
  return {
    error: (text) => paint.bold(paint.red(text)),
    warning: (text) => paint.bold(paint.yellow(text)),
    note: (text) => paint.bold(paint.cyan(text)),
    strong: paint.bold,
    faint: paint.dim,
    added: paint.green,
    removed: paint.red,
    heading: paint.cyan,
  };
}

const asIs: Paint = (text) => text;
const plain: Colors = {
  error: asIs,
  warning: asIs,
  note: asIs,
  strong: asIs,
  faint: asIs,
  added: asIs,
  removed: asIs,
  heading: asIs,
};
