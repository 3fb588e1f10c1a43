import type { Span } from '../../model/source.js';
import type { YamlNode } from '../../text/yaml-node.js';

/** A place of a file. */
export type SpanOf = (node: YamlNode) => Span;

/** The place of a node, of a long one its beginning. */
export function spansIn(file: string): SpanOf {
  return ({ start, end }) => ({ file, start, end: Math.min(end, start + 120) });
}
