/** How a line of a quote begins. */
export const quoteLike = ' {0,3}>';

/** A run of lines that Markdown quotes with `>`. */
export interface MarkdownQuote {
  /** Without the signs. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export function findQuotes(text: string): readonly MarkdownQuote[] {
  return [...text.matchAll(/(?:^ {0,3}>[^\n]*(?:\n|$))+/gm)].map(({ 0: run, index }) => ({
    text: run.replace(isTight(run) ? /^ {0,3}>/gm : /^ {0,3}> ?/gm, ''),
    start: index,
    end: index + run.length,
  }));
}

/** No blank is behind some of the signs, so that those behind the others belong to the text. */
function isTight(run: string): boolean {
  return /^ {0,3}>[^\s>]/m.test(run);
}
