import type { YamlDocument } from './yaml-node.js';

/**
 * Could every line that starts in column 0 be one of a YAML mapping? Then the text is no answer with prose around it, and
 * finding that out took no parsing.
 */
export function isShapedLikeYaml(text: string): boolean {
  return !proseLikeLine.test(text);
}

/** Sound YAML with at least one document that is not empty, and nothing but mappings. */
export function isMappingStream(documents: readonly YamlDocument[]): boolean {
  const roots = documents.flatMap((document) => document.root ?? []);
  return roots.length > 0 && roots.every((root) => root.kind === 'map') && isSound(documents);
}

export function isSound(documents: readonly YamlDocument[]): boolean {
  return documents.every(({ problems }) => problems.every((one) => one.kind !== 'syntax' && one.kind !== 'too-deep'));
}

/** Does the mapping begin with a line of prose such as `Here is the workflow:`, which YAML takes for a key without a value? */
export function startsWithProse(documents: readonly YamlDocument[]): boolean {
  const root = documents[0]?.root;
  if (root?.kind !== 'map' || root.pairs.length < 2) return false;
  const { key, value } = root.pairs[0]!;
  return value.kind === 'scalar' && value.type === 'null' && /\s|^[A-Z]/.test(key.value);
}

/** Does it end with a sentence that has a colon, behind a blank line? YAML takes all before the colon for a key. */
export function endsWithProse(documents: readonly YamlDocument[], text: string): boolean {
  const root = documents.at(-1)?.root;
  const last = root?.kind === 'map' && root.pairs.length > 1 ? root.pairs.at(-1)! : undefined;
  if (last?.key.style !== 'plain' || last.value.kind !== 'scalar') return false;
  return last.key.value.split(/\s+/).length > 2 && /\n[ \t]*\r?\n$/.test(text.slice(0, last.start));
}

/** A stretch of lines that could be YAML, without the blank lines around it. */
export interface ShapedRun {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** False where a line that is no YAML touches it: then it is more likely a mistake in YAML than prose around it. */
  readonly apart: boolean;
}

export function shapedRuns(text: string): readonly ShapedRun[] {
  const runs: ShapedRun[] = [];
  let start = 0;
  const breaks = [...text.matchAll(proseLine), undefined];
  for (const [index, prose] of breaks.entries()) {
    const end = prose ? prose.index : text.length;
    const inside = text.slice(start, end);
    const from = start + inside.search(/^[ \t]*\S/m);
    const content = inside.trimEnd();
    const to = start + content.length;
    const before = breaks[index - 1]?.[0];
    const apartBefore = before === undefined || /^\s*\n/.test(inside) || leadsToYaml.test(before);
    const apartAfter =
      prose === undefined || /\n[ \t\r]*\n[ \t]*$/.test(inside.slice(content.length)) || framesYaml.test(prose[0]);
    if (content !== '')
      runs.push({ text: withLineBreak(text, from, to), start: from, end: to, apart: apartBefore && apartAfter });
    start = prose ? prose.index + prose[0].length : text.length;
  }
  return runs;
}

/** With the line break that ends it, if there is one. */
function withLineBreak(text: string, from: number, to: number): string {
  const lineBreak = /^[ \t]*(\r?\n)/.exec(text.slice(to, to + 1000))?.[1] ?? '';
  return text.slice(from, to) + lineBreak;
}

const shape = [
  '[ \\t\\r\\n]|$',
  '[#%{}\\[\\],]',
  '(?:---|\\.\\.\\.)(?:\\s|$)',
  '-(?:\\s|$)',
  '"[^"\\n]*"[ \\t]*:',
  "'[^'\\n]*'[ \\t]*:",
  '[\\w.$/<][^\\s:]*:(?:\\s|$)',
].join('|');
/** `YAML:` with nothing below it that could be its value. */
const proseKey = '[A-Z]\\w*:[ \\t]*\\r?\\n(?=\\r?\\n|\\w)';
/** A line that a YAML mapping does not have in column 0. */
export const proseLike = `(?!${shape})|${proseKey}`;
const proseLikeLine = new RegExp(`^(?:${proseLike})`, 'm');
const proseLine = new RegExp(`^(?:${proseKey}|(?!${shape})[^\\n]*(?:\\n|$))`, 'gm');
const leadsToYaml = /^(?:```|~~~)|(?::|^<[^>\n]*>|^ya?ml)[ \t*_]*\r?\n?$/i;
const framesYaml = /^(?:<\/?[^>\n]*>|```|~~~)[ \t]*\r?\n?$/;
