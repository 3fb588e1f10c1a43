import type { YamlNode } from '../../src/text/yaml-node.js';

/** A tree as one line: scalars as `start-end style type=value`, so that a test shows structure, places and values at once. */
export function outline(node: YamlNode | undefined): string {
  if (!node) return 'nothing';
  const anchor = node.anchor === undefined ? '' : `&${node.anchor} `;
  const place = `${anchor}${node.start}-${node.end}`;
  switch (node.kind) {
    case 'map': {
      const pairs = node.pairs.map(({ key, value }) => `${outline(key)}: ${outline(value)}`);
      return `${place} ${node.flow ? 'flow ' : ''}{${pairs.join(', ')}}`;
    }
    case 'sequence': {
      const items = node.items.map(({ start, value }) => `@${start} ${outline(value)}`);
      return `${place} ${node.flow ? 'flow ' : ''}[${items.join(', ')}]`;
    }
    case 'alias':
      return `${place} *${node.name}${node.target ? '' : ' of nothing'}`;
    case 'scalar':
      return `${place} ${node.style} ${node.type}=${JSON.stringify(node.value)}`;
  }
}
