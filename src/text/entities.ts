import type { Report } from '../diagnostics/diagnostics.js';
import type { SourceFile } from '../model/source.js';

/**
 * Reports a text that came through HTML: `make &amp;&amp; test` hands the shell other signs than were meant. Only where no such sign
 * is left as it is, and where one is where a shell has its signs.
 */
export function reportEntities({ path: file, text }: SourceFile, report: Report): void {
  if (!text.includes('&') || /[<>]|&(?!(?:amp|lt|gt|quot|apos|#39);)/.test(text)) return;
  const first = /&amp;&amp;|&lt;&lt;|[ \d]&gt;|&gt;[ &]|[ =:]&(?:quot|#39|apos);/.exec(text);
  if (!first) return;
  const start = first.index + first[0].indexOf('&');
  const end = text.indexOf(';', start) + 1;
  const found = [...text.matchAll(/&(amp|lt|gt|quot|apos|#39);/g)];
  const fix = found.map((match) => ({
    file,
    start: match.index,
    end: match.index + match[0].length,
    text: signs.get(match[1]!)!,
  }));
  const written = text.slice(start, end);
  const meant = signs.get(written.slice(1, -1))!;
  report('DW122', { written, meant, count: found.length }, { span: { file, start, end }, fix });
}

const signs: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['#39', "'"],
]);
