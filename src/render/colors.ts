import picocolors from 'picocolors';

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
  const paint = picocolors.createColors(enabled);
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
