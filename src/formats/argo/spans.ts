import type { Span } from '../../model/source.js';
import { pairOf } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';
import type { ArgoDocument, Template } from './document.js';

/** A place of a file. */
export type SpanOf = (node: YamlNode) => Span;

/** The place of a node, of a long one its beginning. */
export function spansIn(file: string): SpanOf {
  return ({ start, end }) => ({ file, start, end: Math.min(end, start + 120) });
}

export function spanOfTemplate({ file }: ArgoDocument, { map, node }: Template): Span {
  return spansIn(file)(pairOf(map, 'name')?.value ?? node);
}
