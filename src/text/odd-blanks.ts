import type { Report } from '../diagnostics/diagnostics.js';
import type { SourceFile, TextEdit } from '../model/source.js';
import { parseYaml } from './yaml.js';
import type { YamlNode } from './yaml-node.js';

/**
 * Reports blanks of another kind, as web pages and word processors make them, where YAML needs a plain one: in indentation, and behind a
 * dash or a key. They look the same, and YAML takes them for letters.
 */
export function reportOddBlanks({ path: file, text }: SourceFile, report: Report): boolean {
  // V8 holds most texts a byte a character, in which it finds one character in less time than one of several.
  if (!text.includes('\u00a0') && !/[\u2000-\u200a\u202f\u205f\u3000]/.test(text)) return false;
  const found = [...text.matchAll(structural)].map((match) => ({
    start: match.index + match[1]!.length,
    end: match.index + match[0].length,
  }));
  if (found.length === 0) return false;
  const texts = blockTexts(parseYaml(text).flatMap(({ root }) => root ?? []));
  let next = 0;
  const wrong = found.filter(({ start }) => {
    while (next < texts.length && texts[next]!.end <= start) next += 1;
    return next === texts.length || start < texts[next]!.start;
  });
  const first = wrong[0];
  if (!first) return false;
  const fix = wrong.map(
    ({ start, end }): TextEdit => ({ file, start, end, text: plainBlanks(text.slice(start, end)) }),
  );
  const code = text.codePointAt(first.start)!.toString(16).toUpperCase().padStart(4, '0');
  report('DW120', { character: `U+${code}`, count: wrong.length }, { span: { file, ...first }, fix });
  return true;
}

const structural =
  /^([ \t]*(?:- +)*(?:-|[\w."'-]+:)?)([\u00a0\u2000-\u200a\u202f\u205f\u3000][ \u00a0\u2000-\u200a\u202f\u205f\u3000]*)/gmu;

function plainBlanks(blanks: string): string {
  return ' '.repeat(blanks.length);
}

/** Where blocks of text are, in order; there, such blanks are nobody's business. */
function blockTexts(roots: readonly YamlNode[]): readonly { readonly start: number; readonly end: number }[] {
  const found: YamlNode[] = [];
  const left = [...roots];
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.kind === 'scalar' && (node.style === 'literal' || node.style === 'folded')) found.push(node);
    if (node.kind === 'sequence') for (const { value } of node.items) left.push(value);
    if (node.kind === 'map') for (const { value } of node.pairs) left.push(value);
  }
  return found.sort((a, b) => a.start - b.start);
}
