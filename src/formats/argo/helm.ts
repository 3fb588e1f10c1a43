import type { Span } from '../../model/source.js';

/** The first tag of Helm in a text. What Helm has not filled in yet is not always YAML. */
export function findHelm(file: string, text: string): Span | undefined {
  const tag =
    /\{\{-?[ \t]*(?:\$?\.(?:Values|Release|Chart)\b|(?:if|else|end|range|with|include|define|template|toYaml|tpl)\b|[$`"])/;
  const found = tag.exec(text);
  if (!found) return undefined;
  const end = text.indexOf('\n', found.index);
  return { file, start: found.index, end: Math.min(end < 0 ? text.length : end, found.index + 80) };
}
