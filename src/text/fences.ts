/** What a block of YAML may be called, and one of JSON. */
export const yamlLanguages: ReadonlySet<string> = new Set(['yaml', 'yml']);
export const jsonLanguages: ReadonlySet<string> = new Set(['json', 'jsonc', 'json5']);

/** A fenced block of a Markdown text. */
export interface FencedBlock {
  /** The first word behind the opening fence, in lower case; empty without one. */
  readonly language: string;
  /** What is between the fences, without the indentation of the opening one. */
  readonly text: string;
  /** Offsets of what is between the fences. */
  readonly start: number;
  readonly end: number;
  readonly closed: boolean;
}

/**
 * Finds fenced blocks (``` or ~~~) at any indentation. A closing fence is no deeper than the opening one, so that fences
 * inside of a block scalar do not end the block around it. A fence that is never closed reaches to the end, or to where an
 * answer that was cut begins its next block of the same language.
 */
export function findFences(text: string): readonly FencedBlock[] {
  const blocks: FencedBlock[] = [];
  const fences = fenceLines(text);
  for (let index = 0; index < fences.length; ) {
    const open = fences[index]!;
    let next = index + 1;
    while (next < fences.length && !closes(fences[next]!, open) && !opensAgain(fences[next]!, open)) next++;
    const closed = next < fences.length && closes(fences[next]!, open);
    blocks.push(blockBetween(text, open, fences[next], closed));
    index = closed ? next + 1 : next;
  }
  return blocks;
}

interface FenceLine {
  readonly start: number;
  readonly end: number;
  readonly indent: number;
  readonly marker: string;
  readonly info: string;
}

function fenceLines(text: string): readonly FenceLine[] {
  return Array.from(text.matchAll(/^\ufeff?([ \t]*)(`{3,}(?!`)|~{3,}(?!~))([^\n]*)(?:\n|$)/gm), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    indent: match[1]!.length,
    marker: match[2]!,
    info: match[3]!.trim(),
  })).filter((fence) => !(fence.marker.startsWith('`') && fence.info.includes('`')));
}

function closes(fence: FenceLine, open: FenceLine): boolean {
  return fence.info === '' && fence.indent <= open.indent && fence.marker.startsWith(open.marker);
}

/** What is in a block scalar is deeper than the fence around it. */
function opensAgain(fence: FenceLine, open: FenceLine): boolean {
  if (fence.info === '' || fence.marker !== open.marker || fence.indent > open.indent) return false;
  const language = languageOf(open);
  return (yamlLanguages.has(language) || jsonLanguages.has(language)) && languageOf(fence) === language;
}

function blockBetween(text: string, open: FenceLine, close: FenceLine | undefined, closed: boolean): FencedBlock {
  const start = open.end;
  const end = close?.start ?? text.length;
  const inside = withoutIndent(text.slice(start, end), open.indent);
  return { language: languageOf(open), text: inside, start, end, closed };
}

function languageOf({ info }: FenceLine): string {
  return info
    .replace(/^\{?\.?/, '')
    .split(/[\s,;:{}]/, 1)[0]!
    .toLowerCase();
}

function withoutIndent(text: string, indent: number): string {
  if (indent === 0) return text;
  return text.replace(/^[ \t]+/gm, (spaces) => spaces.slice(Math.min(indent, spaces.length)));
}
