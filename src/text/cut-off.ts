import { isTab } from './tab-lines.js';
import { parseYaml } from './yaml.js';
import type { YamlMap, YamlNode, YamlSequence } from './yaml-node.js';

/** The line in which a text stops in the middle, such as an answer that reached its limit of tokens; `undefined` where it is whole. */
export function cutOff(text: string): { readonly start: number; readonly end: number } | undefined {
  const end = text.trimEnd().length;
  const start = text.lastIndexOf('\n', end - 1) + 1;
  if (!mayBeCut.test(text.slice(start, end))) return undefined;
  const documents = parseYaml(text);
  const problems = documents.flatMap((document) => document.problems.filter(({ kind }) => kind === 'syntax'));
  // What is wrong with a line that a tab indents may well be the tab alone.
  if (problems.some(isTab)) return undefined;
  if (problems.length > 0)
    return problems.every((one) => one.end >= end || one.start >= start) ? { start, end } : undefined;
  const root = documents.at(-1)?.root;
  return root && endsInTheMiddle(text, root, undefined, start) ? { start, end } : undefined;
}

/** An entry or a key with nothing behind it, a word alone, a quote or a bracket that is open, a comma. Looked at first, as it takes no parsing. */
const mayBeCut = /(?:^[ \t]*(?:-+ +)*(?:-+(?=["']))?["']?[\w./-]*["']?:?|[[{"'][^[{\]}"']*|,)$/;

function endsInTheMiddle(
  text: string,
  node: YamlNode,
  around: YamlMap | YamlSequence | undefined,
  lastLine: number,
): boolean {
  if (node.kind === 'map') {
    const last = node.pairs.at(-1);
    if (!last) return false;
    // A key in column 0 may well be left empty on purpose, and so may any whose line is ended.
    if (isMissing(last.value)) return !text.endsWith('\n') && last.key.start > lastLine && last.start >= lastLine;
    return endsInTheMiddle(text, last.value, node, lastLine);
  }
  if (node.kind === 'sequence') {
    const last = node.items.at(-1);
    return (
      last !== undefined &&
      (isMissing(last.value) ? last.start >= lastLine : endsInTheMiddle(text, last.value, node, lastLine))
    );
  }
  return (
    node.kind === 'scalar' && node.style === 'plain' && around?.kind === 'sequence' && isBegunKey(node.value, around)
  );
}

function isMissing(node: YamlNode): boolean {
  return node.kind === 'scalar' && node.type === 'null' && node.value === '';
}

/** `- na` behind entries that begin with `name:`. */
function isBegunKey(word: string, { items }: YamlSequence): boolean {
  const firstKeys = items
    .slice(0, -1)
    .map(({ value }) => (value.kind === 'map' ? value.pairs[0]?.key.value : undefined));
  return firstKeys.length > 0 && firstKeys.every((key) => key !== undefined && key !== word && key.startsWith(word));
}
