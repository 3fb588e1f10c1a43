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
 * inside of a block scalar do not end the block around it. A fence that is never closed reaches to the end.
 */
export function findFences(text: string): readonly FencedBlock[] {
  const blocks: FencedBlock[] = [];
  const fences = fenceLines(text);
  for (let index = 0; index < fences.length; ) {
    const open = fences[index]!;
    let close = index + 1;
    while (close < fences.length && !closes(fences[close]!, open)) close++;
    blocks.push(blockBetween(text, open, fences[close]));
    index = close + 1;
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
  return Array.from(text.matchAll(/^([ \t]*)(`{3,}|~{3,})([^\n]*)(?:\n|$)/gm), (match) => ({
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

function blockBetween(text: string, open: FenceLine, close: FenceLine | undefined): FencedBlock {
  const start = open.end;
  const end = close?.start ?? text.length;
  const language = open.info
    .replace(/^\{?\.?/, '')
    .split(/[\s,;:{}]/, 1)[0]!
    .toLowerCase();
  const inside = text.slice(start, end);
  return { language, text: withoutIndent(inside, open.indent), start, end, closed: close !== undefined };
}

function withoutIndent(text: string, indent: number): string {
  if (indent === 0) return text;
  return text.replace(/^[ \t]+/gm, (spaces) => spaces.slice(Math.min(indent, spaces.length)));
}
