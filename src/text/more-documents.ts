import type { Report } from '../diagnostics/diagnostics.js';
import type { YamlDocument, YamlMap } from './yaml-node.js';

/** Reports documents behind the one that is read, where an engine takes one workflow of a file. */
export function reportMoreDocuments(
  documents: readonly YamlDocument[],
  read: YamlMap,
  file: string,
  report: Report,
): void {
  for (const { root } of documents) {
    if (!root || root.start <= read.start || (root.kind === 'scalar' && root.value === '')) continue;
    report('DW231', {}, { span: { file, start: root.start, end: Math.min(root.end, root.start + 80) } });
  }
}
